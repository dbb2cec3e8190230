import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Mark } from './marks.ts';
import { type MarkPlace, usePlaces } from './marks-over.tsx';

/** How long the place must be on the screen, in ms. */
const MOMENT = 600;
/** The observer reports after each twentieth of the place that comes into view or leaves it. */
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Size of a screenshot in CSS pixels, before it is scaled. */
interface Size {
  readonly width: number;
  readonly height: number;
}

type Box = Omit<MarkPlace, 'kind'>;

export interface LookedAtProps {
  /** What differs, as marked; without it, the whole screenshot counts. */
  readonly marks: readonly Mark[];
  /** The page of the screenshot; undefined if the state was not reached. */
  readonly page: Window | undefined;
  readonly size: Size;
  /** Scale of the screenshot. */
  readonly scale: number;
  /** Whether the place is scrolled into view. */
  readonly isBrought: boolean;
  /** Called when the place was on the screen for a moment, while the browser showed this page. */
  onSeen(): void;
}

/** Covers the place of a screenshot that differs, invisibly, and tells when a person could see it. */
export function LookedAt({ marks, page, size, scale, isBrought, onSeen }: LookedAtProps) {
  const own = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(false);
  const [mark] = usePlaces(marks, page);
  const place = marks.length === 0 ? { left: 0, top: 0, ...size } : mark && clip(mark, size);
  const isPlaced = place !== undefined;
  const see = useEffectEvent(onSeen);

  useEffect(() => {
    if (isPlaced && isBrought) own.current?.scrollIntoView({ block: 'nearest' });
  }, [isPlaced, isBrought]);
  useEffect(() => {
    if (!isPlaced || own.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last !== undefined) setInView(isMostlyIn(last));
      },
      { threshold: STEPS },
    );
    observer.observe(own.current);
    return () => {
      observer.disconnect();
      setInView(false);
    };
  }, [isPlaced]);
  useEffect(() => {
    if (!isInView) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(see, MOMENT);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [isInView]);

  return (
    <div className="st-marks" aria-hidden="true" style={{ ...size, transform: `scale(${scale})` }}>
      {isPlaced ? <div ref={own} className="st-looked-at" style={place} /> : null}
    </div>
  );
}

/** The part of a place within the screenshot; undefined if the page was scrolled away from it. */
export function clip(place: Box, size: Size): Box | undefined {
  const left = Math.max(place.left, 0);
  const top = Math.max(place.top, 0);
  const width = Math.min(place.left + place.width, size.width) - left;
  const height = Math.min(place.top + place.height, size.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** Whether at least half of the place is in view, or of the window if the place is larger. */
function isMostlyIn({
  intersectionRect: seen,
  boundingClientRect: all,
  rootBounds: window,
}: IntersectionObserverEntry): boolean {
  return (
    seen.width >= Math.min(all.width, window?.width ?? all.width) / 2 &&
    seen.height >= Math.min(all.height, window?.height ?? all.height) / 2
  );
}
