import { type RefObject, useEffect, useState } from 'react';

export type PullStage = 'idle' | 'deactivate' | 'activate' | 'release' | 'finish';

/** Minimum distance of the content, in px, for a release to refresh. */
const DISTANCE = 25;
/** Maximum distance of the content. */
const DAMPING = 100;
/** Ratio of content movement to finger movement at the start. */
const SCALE = 0.6;
const FINISH_MS = 1000;

/** Distance of the content for a finger movement: ever slower, below `DAMPING`. */
export function pulledPx(fingerPx: number): number {
  return fingerPx <= 0 ? 0 : DAMPING * (1 - Math.exp((-fingerPx * SCALE) / DAMPING));
}

/** Whether the finger is on a dialog or on a scrolled element, which handle the gesture themselves. */
function isElsewhere({ target }: TouchEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog') !== null) return true;
  for (let at: Element | null = target; at !== null && at !== document.body; at = at.parentElement) {
    if (at.scrollTop > 0) return true;
  }
  return false;
}

/**
 * Pull to refresh on a page that is scrolled to the top, from any point of it. Moves the content directly without
 * re-rendering; only the stage is state.
 *
 * @param content - The element to move.
 * @param refresh - Resolves when the re-read ended.
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
      const isAtTop = window.scrollY <= 0;
      from =
        isAtTop && !isElsewhere(event) && !isRefreshing && event.touches.length === 1
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
      // Prevents the browser's own overscroll, which would move the page, too.
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

    document.addEventListener('touchstart', onStart, { passive: true });
    document.addEventListener('touchmove', onMove, { passive: false });
    document.addEventListener('touchend', onEnd);
    document.addEventListener('touchcancel', onEnd);
    return () => {
      clearTimeout(timer);
      element.style.transform = '';
      document.removeEventListener('touchstart', onStart);
      document.removeEventListener('touchmove', onMove);
      document.removeEventListener('touchend', onEnd);
      document.removeEventListener('touchcancel', onEnd);
    };
  }, [content, isOn, refresh]);

  return stage;
}
