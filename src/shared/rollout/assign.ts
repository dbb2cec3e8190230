import { sha256 } from '@noble/hashes/sha2.js';
import { createView, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Attributes, type Condition, isInAudience } from './audience.ts';

/** 100 %: shares are in hundredths of a percent. */
export const EVERYONE = 10_000;

/** Largest share of the new release while an equal share is the control group. */
export const HALF = EVERYONE / 2;

/** Largest share of a stage: what is left must be enough for a control group. */
export const WIDEST = 9_000;

/**
 * The side of a rollout that a visitor is on. `candidate` gets the new release; `control` is an equal number of
 * others (all others beyond a half), who get the live release and are compared; `rest` also gets the live release.
 */
export type Group = 'candidate' | 'control' | 'rest';

/** The inputs of an assignment, so that every server decides the same. */
export interface RolloutRule {
  /**
   * Different for each release, so that a visitor who is early in one is not early in the next. Without a colon.
   */
  readonly salt: string;
  /** Share of the audience that gets the new release, 0 to `EVERYONE`. */
  readonly basisPoints: number;
  readonly audience: readonly Condition[];
}

/** 0 to 9999, evenly distributed over ids: the first 32 bits of SHA-256(salt:id). Synchronous, unlike `crypto.subtle`. */
export function bucketOf(salt: string, id: string): number {
  return createView(sha256(utf8ToBytes(`${salt}:${id}`))).getUint32(0) % EVERYONE;
}

/**
 * The lowest buckets get the new release and the highest are the control group, so that a growing rollout moves no
 * visitor back, and up to a half none out of the control group.
 */
export function groupOf(bucket: number, basisPoints: number): Group {
  if (bucket < basisPoints) return 'candidate';
  return bucket >= EVERYONE - basisPoints ? 'control' : 'rest';
}

/** @param id - Stable for a visitor, without personal data. */
export function assign({ salt, basisPoints, audience }: RolloutRule, id: string, known: Attributes): Group {
  return isInAudience(audience, known) ? groupOf(bucketOf(salt, id), basisPoints) : 'rest';
}
