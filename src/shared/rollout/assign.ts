import { sha256 } from '@noble/hashes/sha2.js';
import { createView, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Attributes, type Condition, isInAudience } from './audience.ts';

/** A whole: shares are in hundredths of a percent. */
export const WHOLE = 10_000;

/** So many at most get the new release while others are compared with them. */
export const HALF = WHOLE / 2;

/**
 * Which side of a rollout somebody is on. `candidate` gets the new release; `control` is as many others, who get
 * what is live and are compared with them; `rest` is everybody else, who gets what is live.
 */
export type Group = 'candidate' | 'control' | 'rest';

/** What decides, the same on every server: nothing else plays a part. */
export interface RolloutRule {
  /** Of this rollout alone, so that who is first in one is not first in the next. Without a colon. */
  readonly salt: string;
  /** Share of the audience that gets the new release, 0 to `WHOLE`. */
  readonly basisPoints: number;
  readonly audience: readonly Condition[];
}

/** 0 to 9999, evenly distributed over ids: the first 32 bits of SHA-256(salt:id). Synchronous, unlike `crypto.subtle`. */
export function bucketOf(salt: string, id: string): number {
  return createView(sha256(utf8ToBytes(`${salt}:${id}`))).getUint32(0) % WHOLE;
}

/**
 * Buckets from below get the new release and those from above are the control group, so that a rollout that
 * widens takes nobody out of either before they meet.
 */
export function groupOf(bucket: number, basisPoints: number): Group {
  if (bucket < basisPoints) return 'candidate';
  return bucket >= WHOLE - basisPoints ? 'control' : 'rest';
}

/** @param id - Stable for a visitor, and says nothing of them. */
export function assign({ salt, basisPoints, audience }: RolloutRule, id: string, known: Attributes): Group {
  return isInAudience(audience, known) ? groupOf(bucketOf(salt, id), basisPoints) : 'rest';
}
