import { useMemo, useSyncExternalStore } from 'react';
import type { Observable } from '../live/live.ts';

/** The current snapshot; whoever calls is drawn again when it became another one, and only then. */
export function useObservable<T>(source: Observable<T>): T {
  const [subscribe, snapshot] = useMemo(
    () => [(listener: () => void) => source.subscribe(listener), () => source.snapshot()] as const,
    [source],
  );
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
