/** Key of the number of successes that ended a wish. The keys below it store the single wishes. */
export const ENDED_KEY = 'capiz/ended';

/** The point in time of a read of data, to compare it with the successes of critical calls. */
export interface Reading {
  /** `countEndings` when the read started. */
  readonly endings: number;
  /** When the server received it, milliseconds since the epoch. */
  readonly at: number;
}

/** The page's own count, for storage that refuses to write. */
const pages = new WeakMap<Stored, number>();

interface Stored {
  readonly device: { get(key: string): string | undefined; set(key: string, text: string): void };
}

/**
 * Counts the successes that ended a wish, in all tabs. It orders reads and successes without a clock, which may be
 * reset between the two.
 */
export function countEndings(storage: Stored): number {
  let stored = 0;
  try {
    const count = Number(storage.device.get(ENDED_KEY));
    if (Number.isSafeInteger(count)) stored = count;
  } catch {
    // Blocked: only this page's own count is known.
  }
  return Math.max(stored, pages.get(storage) ?? 0);
}

/** @returns the next number. If none is stored, it starts above all numbers that were deleted. */
export function addEnding(storage: Stored, now: number): number {
  const before = countEndings(storage);
  const count = before === 0 ? Math.max(1, now) : before + 1;
  pages.set(storage, count);
  try {
    storage.device.set(ENDED_KEY, String(count));
  } catch {
    // Full or blocked: other tabs get it from the server.
  }
  return count;
}

/** The oldest of several readings. */
export function oldestOf(readings: readonly Reading[]): Reading | undefined {
  const [first, ...rest] = readings;
  if (first === undefined) return undefined;
  return rest.reduce(
    (one, { endings, at }) => ({ endings: Math.min(one.endings, endings), at: Math.min(one.at, at) }),
    first,
  );
}
