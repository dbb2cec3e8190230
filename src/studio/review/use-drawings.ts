import { useMemo, useReducer } from 'react';
import { type Drawn, isSame } from './drawing.ts';
import type { StatePair } from './versions.ts';

/** Result of comparing a pair of states. */
export type Verdict = 'waits' | 'same' | 'other' | 'unreached';

export interface Compared {
  drawnOf(pair: StatePair): Drawn | undefined;
  verdictOf(pair: StatePair): Verdict;
  /** Pairs that are not compared yet, in order. */
  readonly waiting: readonly StatePair[];
  take(pair: StatePair, drawn: Drawn): void;
}

interface Taken {
  readonly pair: StatePair;
  readonly drawn: Drawn;
}

/** Keyed by the pair object: after an edit the same state is a new pair and is rendered again. */
type Drawings = ReadonlyMap<StatePair, Drawn>;

function add(drawings: Drawings, { pair, drawn }: Taken): Drawings {
  return drawings.has(pair) ? drawings : new Map([...drawings, [pair, drawn]]);
}

function judge(drawn: Drawn | undefined): Verdict {
  if (drawn === undefined) return 'waits';
  if (isSame(drawn)) return 'same';
  const sides = [drawn.before, drawn.after].filter((side) => side !== undefined);
  return sides.every((side) => 'failed' in side) ? 'unreached' : 'other';
}

/** Stores the rendered states of two versions. */
export function useDrawings(pairs: readonly StatePair[]): Compared {
  const [drawings, dispatch] = useReducer(add, new Map<StatePair, Drawn>());
  return useMemo(() => {
    const verdictOf = (pair: StatePair) => judge(drawings.get(pair));
    return {
      drawnOf: (pair) => drawings.get(pair),
      verdictOf,
      waiting: pairs.filter((pair) => verdictOf(pair) === 'waits'),
      take: (pair, drawn) => dispatch({ pair, drawn }),
    };
  }, [pairs, drawings]);
}
