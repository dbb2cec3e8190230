import { produce } from 'immer';
import type { Observable, ScreenSurface } from './live.ts';
import type { SurfacePort } from './ports/surface.ts';
import type { LiveStore } from './store.ts';

const EMPTY: ScreenSurface = {
  title: undefined,
  documentTitle: undefined,
  phase: 'loading',
  online: true,
  refreshing: false,
  isSlow: false,
  isQuiet: true,
  toasts: [],
  notices: [],
  overlays: [],
  isCovered: false,
};

/** Creates the surface. Listeners run once per commit, after the nodes were computed. */
export function createSurface(
  store: LiveStore,
  first: Partial<ScreenSurface>,
): SurfacePort & { observable: Observable<ScreenSurface> } {
  let current: ScreenSurface = { ...EMPTY, ...first };
  let told = current;
  let isScheduled = false;
  const listeners = new Set<() => void>();

  function tell(): void {
    isScheduled = false;
    if (told === current) return;
    told = current;
    for (const listener of [...listeners]) listener();
  }

  return {
    get: () => current,
    set(patch) {
      const fresh = produce(current, (draft: { [name: string]: unknown }) => {
        for (const [name, value] of Object.entries(patch)) {
          if (value === undefined && !REQUIRED.has(name)) delete draft[name];
          else draft[name] = value;
        }
      });
      if (fresh === current) return;
      current = fresh;
      if (isScheduled) return;
      isScheduled = true;
      store.afterCommit(tell);
    },
    observable: {
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      snapshot: () => told,
    },
  };
}

/** Members that always exist, also with the value undefined. */
const REQUIRED: ReadonlySet<string> = new Set(Object.keys(EMPTY));
