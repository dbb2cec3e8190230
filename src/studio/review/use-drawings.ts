import { useMemo, useReducer } from 'react';
import { type Drawn, isSame } from './drawing.ts';
import type { StatePair } from './versions.ts';

/** How it stands with a pair of states. */
export type Verdict = 'waits' | 'same' | 'other' | 'unreached';

type Drawings = ReadonlyMap<string, Drawn>;

export interface Compared {
  /** By the key of the pair. */
  readonly drawings: Drawings;
  verdictOf(pair: StatePair): Verdict;
  /** Those that are not compared yet, in the order in which they are. */
  readonly waiting: readonly StatePair[];
  take(key: string, drawn: Drawn): void;
}

interface Taken {
  readonly key: string;
  readonly drawn: Drawn;
}

function add(drawings: Drawings, { key, drawn }: Taken): Drawings {
  return drawings.has(key) ? drawings : new Map([...drawings, [key, drawn]]);
}

function judge(drawn: Drawn | undefined): Verdict {
  if (drawn === undefined) return 'waits';
  if (isSame(drawn)) return 'same';
  const sides = [drawn.before, drawn.after].filter((side) => side !== undefined);
  return sides.every((side) => 'failed' in side) ? 'unreached' : 'other';
}

/** What was drawn of the states that two versions may show differently. */
export function useDrawings(pairs: readonly StatePair[]): Compared {
  const [drawings, dispatch] = useReducer(add, new Map<string, Drawn>());
  return useMemo(() => {
    const verdictOf = ({ key }: StatePair) => judge(drawings.get(key));
    return {
      drawings,
      verdictOf,
      waiting: pairs.filter((pair) => verdictOf(pair) === 'waits'),
      take: (key, drawn) => dispatch({ key, drawn }),
    };
  }, [pairs, drawings]);
}
