import type { Store } from '../runtime/ports/store.ts';

/** Resolves when a condition holds. It is checked now and after every change of these values. */
export function until(store: Store, keys: readonly string[], isMet: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isMet()) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(keys, look);
    look();
  });
}
