import { createContext, useContext } from 'react';
import type { Frame } from '../frame/frame.tsx';
import type { LiveNode, LiveScreen } from '../live/live.ts';
import type { Say } from '../plan/words.ts';

/** What every node of a screen shares. One object for the life of a screen, so that it never redraws a node. */
export interface ScreenParts {
  readonly live: LiveScreen;
  readonly frame: Frame;
  /** Whether each node stands in a boundary of its own: after something threw. */
  readonly isGuarded: boolean;
  say: Say;
  money(amountMinor: number): string;
  /** A critical node cannot be drawn: the whole screen gives way to the safe message. */
  giveUp(code: string, node: LiveNode): void;
}

export const ScreenContext = createContext<ScreenParts | undefined>(undefined);

export function useScreenParts(): ScreenParts {
  const parts = useContext(ScreenContext);
  if (parts === undefined) throw new Error('A node is drawn outside a screen.');
  return parts;
}
