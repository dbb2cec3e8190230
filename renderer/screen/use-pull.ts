import { type RefObject, useEffect, useState } from 'react';

export type PullStage = 'idle' | 'deactivate' | 'activate' | 'release' | 'finish';

/** How far the content must have come down, in px, for a release to refresh. */
const DISTANCE = 25;
/** The content never comes down further than this. */
const DAMPING = 100;
/** How much of the finger's way the content follows at first. */
const SCALE = 0.6;
const FINISH_MS = 1000;

/** How far the content is for a finger that went down by `fingerPx`: slower and slower, never beyond the damping. */
export function pulledPx(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : DAMPING * (1 - Math.exp((-fingerPx * SCALE) / DAMPING));
}

/**
 * Pull to refresh on a page that stands at its top.
 *
 * The content is moved directly, without drawing anything again; only the stage is state.
 *
 * @param refresh Resolves when the re-read ended.
 */
export function usePull(
  content: RefObject<HTMLElement | null>,
  isOn: boolean,
  refresh: () => Promise<void>,
): PullStage {
  const [stage, setStage] = useState<PullStage>('idle');

  useEffect(() => {
    const element = content.current;
    if (!isOn || element === null) return undefined;
    let from: number | undefined;
    let isRefreshing = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: PullStage = 'idle';

    const go = (next: PullStage, px: number) => {
      element.style.transform = px === 0 ? '' : `translateY(${px}px)`;
      element.classList.toggle('cz-pulling', next === 'deactivate' || next === 'activate');
      if (next !== current) setStage(next);
      current = next;
    };
    const onStart = (event: TouchEvent) => {
      const isInOverlay = event.target instanceof Element && event.target.closest('dialog') !== null;
      const isAtTop = window.scrollY <= 0;
      from =
        isAtTop && !isInOverlay && !isRefreshing && event.touches.length === 1
          ? event.touches[0]?.clientY
          : undefined;
    };
    const onMove = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (from === undefined || y === undefined) return;
      const px = pulledPx(y - from);
      if (px === 0) {
        if (current !== 'idle') go('idle', 0);
        return;
      }
      // The browser's own bounce would move the page a second time.
      if (event.cancelable) event.preventDefault();
      go(px >= DISTANCE ? 'activate' : 'deactivate', px);
    };
    const onEnd = () => {
      if (from === undefined) return;
      from = undefined;
      if (current !== 'activate') {
        go('idle', 0);
        return;
      }
      isRefreshing = true;
      go('release', DISTANCE * 2);
      const end = () => {
        isRefreshing = false;
        go('finish', 0);
        timer = setTimeout(() => go('idle', 0), FINISH_MS);
      };
      refresh().then(end, end);
    };

    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd);
    element.addEventListener('touchcancel', onEnd);
    return () => {
      clearTimeout(timer);
      element.style.transform = '';
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('touchcancel', onEnd);
    };
  }, [content, isOn, refresh]);

  return stage;
}
