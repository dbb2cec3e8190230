import { createContext, useContext } from 'react';
import type { Frame } from '../frame/frame.tsx';
import type { LiveNode, LiveScreen } from '../runtime/live.ts';
import type { Say } from '../plan/words.ts';

/** Shared by all nodes of a screen. One object per screen, so that it never re-renders a node. */
export interface ScreenParts {
  readonly live: LiveScreen;
  readonly frame: Frame;
  /** Whether each node has its own error boundary: after a render error. */
  readonly isGuarded: boolean;
  say: Say;
  money(amountMinor: number): string;
  /** A critical node cannot be rendered: replaces the screen by the safe message. */
  giveUp(code: string, node: LiveNode): void;
}

export const ScreenContext = createContext<ScreenParts | undefined>(undefined);

export function useScreenParts(): ScreenParts {
  const parts = useContext(ScreenContext);
  if (parts === undefined) throw new Error('A node must be rendered inside a screen.');
  return parts;
}
