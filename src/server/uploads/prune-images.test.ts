import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreFailure } from './upload-store.ts';
import { pruneImages } from './prune-images.ts';
import type { UploadStore } from './upload-store.ts';

const DAY_MS = 24 * 60 * 60_000;
beforeEach(() => void vi.useFakeTimers({ now: 500 * DAY_MS }));
afterEach(() => void vi.useRealTimers());

function storeOf(prune: UploadStore['prune']): UploadStore {
  return { put: () => Promise.resolve(), get: () => Promise.resolve(undefined), prune };
}

describe('old images', () => {
  it('are deleted at start and once a day, until the server stops', async () => {
    const asked: number[] = [];
    const logged: unknown[] = [];
    const store = storeOf((before) => Promise.resolve(asked.push(before / DAY_MS) - 1));
    const end = pruneImages(store, { days: 400, log: (message, fields) => logged.push(message, fields) });
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(asked).toEqual([100, 101, 102]);
    expect(logged).toEqual([
      ...['Old pictures were deleted', { pictures: 1 }],
      ...['Old pictures were deleted', { pictures: 2 }],
    ]);
    end();
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(asked.length).toBe(3);
  });

  it('are not deleted by the server if another system deletes them', async () => {
    const prune = vi.fn(() => Promise.resolve(0));
    pruneImages(storeOf(prune), { days: 0, log: () => {} });
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(prune).not.toHaveBeenCalled();
  });

  it('are tried again the next day if they cannot be deleted, with the reason in the log', async () => {
    const logged: string[] = [];
    const prune = vi.fn(() => Promise.reject(new StoreFailure('The bucket answered GET with 403.', 403)));
    const end = pruneImages(storeOf(prune), { days: 1, log: (message) => logged.push(message) });
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(prune).toHaveBeenCalledTimes(2);
    expect(logged[0]).toBe('Old pictures were not deleted: The bucket answered GET with 403.');
    end();
  });
});
