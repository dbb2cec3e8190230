/** How many yeses ended a wish; below it stands which. */
export const ENDED_KEY = 'capiz/ended';

/** What a reading of data can know of critical calls that were answered yes. */
export interface Reading {
  /** Of `countEndings`, when it began. */
  readonly endings: number;
  /** When the server received it, milliseconds since the epoch. */
  readonly at: number;
}

/** Where storage refuses, a page still knows what it did itself. */
const pages = new WeakMap<Stored, number>();

interface Stored {
  readonly device: { get(key: string): string | undefined; set(key: string, text: string): void };
}

/**
 * Grows with each yes that ends a wish, in whichever tab: whether a reading began before it or after is told without a
 * clock, which may be set anew between the two.
 */
export function countEndings(storage: Stored): number {
  let stored = 0;
  try {
    stored = Number(storage.device.get(ENDED_KEY)) || 0;
  } catch {
    // Blocked: what this page did is all there is.
  }
  return Math.max(stored, pages.get(storage) ?? 0);
}

/** @returns the number of one more. Where none is stored it begins beyond all that were forgotten. */
export function addEnding(storage: Stored, now: number): number {
  const before = countEndings(storage);
  const count = before === 0 ? Math.max(1, now) : before + 1;
  pages.set(storage, count);
  try {
    storage.device.set(ENDED_KEY, String(count));
  } catch {
    // Full or blocked: other tabs hear of it from the server.
  }
  return count;
}

/** What the oldest of several readings knew. */
export function oldestOf(readings: readonly Reading[]): Reading | undefined {
  const [first, ...rest] = readings;
  if (first === undefined) return undefined;
  return rest.reduce(
    (one, { endings, at }) => ({ endings: Math.min(one.endings, endings), at: Math.min(one.at, at) }),
    first,
  );
}
