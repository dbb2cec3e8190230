import { assign, type Group, type RolloutRule } from '#src/shared/rollout/assign.ts';
import { beginVisit, isSameVisit, type Pin, type Visitor } from './visitor.ts';

/** What decides about releases at a moment; names are short ones. */
export interface Offer {
  readonly live: string;
  /** The rollout that is on its way; its salt is its id. */
  readonly rollout?: RolloutRule & { readonly release: string };
  /** Whether this server can still serve a release, and it was not taken back. */
  isServed(release: string): boolean;
}

/**
 * Which release a visitor's document is made of. A visit stays with the one that it began with, through publishing
 * and through every stage of a rollout, unless that one was taken back: nobody meets screens of two releases on
 * one way. Pure.
 */
export function chooseRelease({ live, rollout, isServed }: Offer, visitor: Visitor, now: number): Pin {
  const { pin, mark } = visitor;
  if (pin !== undefined && isSameVisit(visitor, now) && isServed(pin.release)) {
    const kept: Pin = { ...(mark !== undefined && { mark }), ...pin };
    // Of an earlier rollout, or of a time before this one: it is compared with nobody.
    return pin.rollout === (rollout?.salt ?? '') ? kept : { ...kept, rollout: '', side: 'rest' };
  }
  const side: Group = rollout === undefined ? 'rest' : assign(rollout, visitor.id, visitor.attributes);
  return beginVisit(visitor, now, {
    release: side === 'candidate' && rollout !== undefined ? rollout.release : live,
    rollout: rollout?.salt ?? '',
    side,
  });
}
