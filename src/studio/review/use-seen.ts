import { useEffect, useEffectEvent, useState } from 'react';
import type { Compared } from './use-drawings.ts';
import type { Walk } from './use-walk.ts';
import type { StatePair, StatePairs } from './versions.ts';

export type Seen = ReturnType<typeof useSeen>;

/** How long each picture stays after it was looked at when they are shown one by one, in ms. */
const STAY = 300;

/** Counts the pictures that differ and that this person could see on the screen since the review was opened. */
export function useSeen(
  { toDraw, own }: Pick<StatePairs, 'toDraw' | 'own'>,
  { waiting, verdictOf }: Pick<Compared, 'waiting' | 'verdictOf'>,
  { pair, choose }: Pick<Walk, 'pair' | 'choose'>,
) {
  const [shown, setShown] = useState<ReadonlySet<StatePair>>(new Set());
  const [isPlaying, setPlaying] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const isCompared = (one: StatePair): boolean => verdictOf(one) !== 'waits';
  const differing = toDraw.filter((one) => isCompared(one) && verdictOf(one) !== 'same');
  const unseen = differing.filter((one) => !shown.has(one));
  const known = new Set(own.filter(isCompared).map(({ screen }) => screen));
  /** The first state of each changed screen that was not compared at all. */
  const unknown = own.find(({ screen }) => !known.has(screen));
  const isOver = unseen.length === 0 && unknown === undefined;

  const goOn = useEffectEvent(() => {
    // A state that waits is compared while it is shown.
    const next = unseen[0] ?? unknown;
    if (next === undefined) setPlaying(false);
    else choose(next.key);
  });
  // A picture that turned out to be the same has nothing to look at.
  const isShown = pair === undefined || shown.has(pair) || verdictOf(pair) === 'same';
  useEffect(() => {
    if (!isPlaying || !isShown) return undefined;
    const timer = setTimeout(goOn, STAY);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, pair, isOver]);
  return {
    /** Number of pictures that differ, as far as states were compared. */
    differing: differing.length,
    /** How many of them were looked at. */
    seen: differing.length - unseen.length,
    /** Number of states that are not compared; some of them can differ, too. */
    waiting: waiting.length,
    /** Whether the comparison is stopped. */
    isStopped,
    stop: setStopped,
    /**
     * Whether every picture that differs was looked at: of all states, or of those before this person stopped the
     * comparison, at least one for each changed screen.
     */
    isAll: isOver && (isStopped || waiting.length === 0),
    /** Called when the place that differs was on the screen for a moment. */
    see: (one: StatePair): void =>
      setShown((before) => (before.has(one) ? before : new Set([...before, one]))),
    isPlaying,
    /** Stops the comparison, and shows every picture that differs and was not looked at, one after the other. */
    play(isOn: boolean): void {
      setPlaying(isOn);
      if (isOn) setStopped(true);
    },
  };
}
