import { useState } from 'react';
import type { Compared } from './use-drawings.ts';
import type { StatePair } from './versions.ts';

export type Walk = ReturnType<typeof useWalk>;

/** The way through the states that differ, or that are not compared yet. */
export function useWalk(toDraw: readonly StatePair[], { verdictOf }: Pick<Compared, 'verdictOf'>) {
  const [chosen, setChosen] = useState<string>();
  const others = toDraw.filter((pair) => verdictOf(pair) !== 'same');
  const pair = toDraw.find(({ key }) => key === chosen) ?? others[0];
  const at = others.findIndex(({ key }) => key === pair?.key);
  const isCompared = (one: StatePair): boolean => verdictOf(one) !== 'waits';
  return {
    others,
    /** The shown state. It is missing in `others` if its screenshots turned out to be the same. */
    pair,
    /** Whether a person or `goOn` chose it; otherwise it is only the first one. */
    isChosen: pair !== undefined && pair.key === chosen,
    /** The nearest compared states before and after the shown one. */
    previous: others.slice(0, Math.max(at, 0)).filter(isCompared).at(-1),
    next: at < 0 ? undefined : others.slice(at + 1).find(isCompared),
    choose: setChosen,
    /** Goes to the next state without a review; after the last one to the first. */
    goOn(from: StatePair, isLookedAt: (pair: StatePair) => boolean): void {
      // States that are not compared come last.
      const open = others.filter((other) => other !== from && !isLookedAt(other));
      const ready = open.filter(isCompared);
      const after = ready.find((other) => others.indexOf(other) > at) ?? ready[0] ?? open[0];
      setChosen((after ?? from).key);
    },
  };
}
