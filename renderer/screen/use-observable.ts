import { useSyncExternalStore } from 'react';
import type { Observable } from '../runtime/live.ts';

/** The current snapshot. Re-renders the caller exactly when it changes. */
export function useObservable<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.snapshot, source.snapshot);
}
