import type { Log } from '../log.ts';
import { StoreFailure, type UploadStore } from './upload-store.ts';
import { describeUnexpected } from '../unexpected-error.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface PruneOptions {
  /** After so many days a picture goes; 0: never, as somebody else deletes them. */
  readonly days: number;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Deletes stored pictures when they are old enough: now, and once a day until it is told to end. Where that fails the
 * log says so, and the next day tries again.
 *
 * @returns what ends it.
 */
export function prunePictures(store: UploadStore, { days, log, now = Date.now }: PruneOptions): () => void {
  if (days === 0) return () => {};
  const prune = async () => {
    try {
      const pictures = await store.prune(now() - days * DAY_MS);
      if (pictures > 0) log('Old pictures were deleted', { pictures });
    } catch (error) {
      if (error instanceof StoreFailure) log(`Old pictures were not deleted: ${error.message}`);
      else log('Old pictures were not deleted', describeUnexpected(error));
    }
  };
  void prune();
  const timer = setInterval(() => void prune(), DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
