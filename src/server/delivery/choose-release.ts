import { assign, type Group, type RolloutRule } from '#src/shared/rollout/assign.ts';
import { beginVisit, isSameVisit, type Pin, type Visitor } from './visitor.ts';

/** The inputs of a release decision. Releases are given by their short names. */
export interface Offer {
  readonly live: string;
  /** The rollout in progress. */
  readonly rollout?: RolloutRule & { readonly id: string; readonly release: string };
  /** Whether this server can serve a release that was not rolled back. */
  isServed(release: string): boolean;
}

/**
 * Chooses the release of a visitor's document. A visit keeps the release that it began with, also when another is
 * published or a rollout grows, unless it was rolled back: no visitor meets screens of two releases in one visit.
 * Pure.
 */
export function chooseRelease({ live, rollout, isServed }: Offer, visitor: Visitor, now: number): Pin {
  const { pin, mark } = visitor;
  if (pin !== undefined && isSameVisit(visitor, now) && isServed(pin.release)) {
    const kept: Pin = { ...(mark !== undefined && { mark }), ...pin };
    // The visit began before this rollout, so its counts are on neither side of the comparison.
    return pin.rollout === (rollout?.id ?? '') ? kept : { ...kept, rollout: '', side: 'rest' };
  }
  const side: Group = rollout === undefined ? 'rest' : assign(rollout, visitor.id, visitor.attributes);
  return beginVisit(visitor, now, {
    release: side === 'candidate' && rollout !== undefined ? rollout.release : live,
    rollout: rollout?.id ?? '',
    side,
  });
}
