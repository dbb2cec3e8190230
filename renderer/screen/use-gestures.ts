import { createLater, LATER_MS } from '../kit/later.ts';
import { useLater } from '../kit/use-later.ts';
import type { ScreenSurface } from '../live/live.ts';
import { useLate } from './use-late.ts';

/** Nobody pulls at a screen, or types, before there is something to see. */
export const gestures = createLater(() => import('./gestures.tsx'));

/** The code for gestures, when the screen has stood for a while. Where it cannot be had the screen goes without, and the next one asks again. */
export function useGestures({ phase }: ScreenSurface) {
  const isHere = gestures.now() !== undefined;
  const isLate = useLate(!isHere && phase !== 'loading', LATER_MS);
  return useLater(isHere || isLate, gestures).module;
}
