/** Storage key of the number of successes that ended a wish. The single wishes have keys with this prefix. */
export const ENDED_KEY = 'capiz/ended';

/** When data was read, to compare it with successes of critical calls. */
export interface Reading {
  /** `countEndings` when the read started. */
  readonly endings: number;
  /** When the server received the request, milliseconds since the epoch. */
  readonly at: number;
}

/** The page's own count, for storage that cannot be written. */
const pages = new WeakMap<Stored, number>();

interface Stored {
  readonly device: { get(key: string): string | undefined; set(key: string, text: string): void };
}

/**
 * Number of successes that ended a wish, in all tabs. It orders reads and successes without a clock, which
 * may be reset in between.
 */
export function countEndings(storage: Stored): number {
  let stored = 0;
  try {
    const count = Number(storage.device.get(ENDED_KEY));
    if (Number.isSafeInteger(count)) stored = count;
  } catch {
    // Storage is blocked: only this page's own count is known.
  }
  return Math.max(stored, pages.get(storage) ?? 0);
}

/**
 * @returns The next number. If none is stored, it starts above all deleted numbers.
 */
export function addEnding(storage: Stored, now: number): number {
  const before = countEndings(storage);
  const count = before === 0 ? Math.max(1, now) : before + 1;
  pages.set(storage, count);
  try {
    storage.device.set(ENDED_KEY, String(count));
  } catch {
    // Storage is full or blocked: other tabs learn of the success from the server.
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
