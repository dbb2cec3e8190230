import { useState } from 'react';
import type { Compared } from './use-drawings.ts';
import type { StatePair } from './versions.ts';

/** The way through the states that differ. */
export interface Walk {
  /** States that differ, or that are not compared yet. */
  readonly others: readonly StatePair[];
  /** The shown state. */
  readonly pair: StatePair | undefined;
  /** Whether the shown state is one of `others`. */
  readonly isAmongOthers: boolean;
  /** The compared states beside the shown one. */
  readonly previous: StatePair | undefined;
  readonly next: StatePair | undefined;
  /** @param key - Key of the state to show. */
  choose(key: string): void;
  /** Goes to the next state without a review; after the last one to the first. */
  goOn(from: StatePair, isLookedAt: (pair: StatePair) => boolean): void;
}

export function useWalk(toDraw: readonly StatePair[], { verdictOf }: Pick<Compared, 'verdictOf'>): Walk {
  const [chosen, setChosen] = useState<string>();
  const others = toDraw.filter((pair) => verdictOf(pair) !== 'same');
  const pair = toDraw.find(({ key }) => key === chosen) ?? others[0];
  const at = others.findIndex(({ key }) => key === pair?.key);
  const isCompared = (one: StatePair): boolean => verdictOf(one) !== 'waits';
  return {
    others,
    pair,
    isAmongOthers: at >= 0,
    previous: others.slice(0, Math.max(at, 0)).filter(isCompared).at(-1),
    next: at < 0 ? undefined : others.slice(at + 1).find(isCompared),
    choose: setChosen,
    goOn(from, isLookedAt) {
      // States that are not compared come last.
      const open = others.filter((other) => other !== from && !isLookedAt(other));
      const ready = open.filter(isCompared);
      const after = ready.find((other) => others.indexOf(other) > at) ?? ready[0] ?? open[0];
      setChosen((after ?? from).key);
    },
  };
}
