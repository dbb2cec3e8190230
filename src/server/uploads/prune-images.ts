import type { Log } from '../log.ts';
import { StoreFailure, type UploadStore } from './upload-store.ts';
import { describeUnexpected } from '../unexpected-error.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface PruneOptions {
  /** Age in days at which an image is deleted; 0: never. */
  readonly days: number;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Deletes old images, now and once a day. A failure is logged, and the next day tries again.
 * @returns a function that stops it.
 */
export function pruneImages(store: UploadStore, { days, log, now = Date.now }: PruneOptions): () => void {
  if (days === 0) return () => {};
  const prune = async () => {
    try {
      const pictures = await store.prune(now() - days * DAY_MS);
      if (pictures > 0) log('Old pictures were deleted', { pictures });
    } catch (error) {
      if (error instanceof StoreFailure)
        log(`Old pictures were not deleted: ${error.message}`, { level: 'warn' });
      else log('Old pictures were not deleted', { level: 'error', ...describeUnexpected(error) });
    }
  };
  void prune();
  const timer = setInterval(() => void prune(), DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
