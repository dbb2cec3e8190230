import { useSyncExternalStore } from 'react';
import type { Observable } from '../live/live.ts';

/** The current snapshot; whoever calls is drawn again when it became another one, and only then. */
export function useObservable<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.snapshot, source.snapshot);
}
