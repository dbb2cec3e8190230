import { type EntryState, readEntry } from './entry-state.ts';

export interface PageHistory {
  /** The current entry, named if it was not. */
  current(): EntryState;
  go(address: string, options: { readonly replace: boolean; readonly at?: string }): void;
  back(): void;
  /** The screen of the current entry is the first one of the history: `back` leads nowhere. */
  isFirst(): boolean;
  guard(): void;
  /** Tells whenever another entry is the current one, whoever made it so. Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

export function createHistory(window: Window, newId: () => string): PageHistory {
  const { history, location } = window;
  const listeners = new Set<() => void>();

  const read = () => readEntry(history.state);
  /** A replacement that waits until the guard is gone. */
  let waiting: (() => void) | undefined;
  /** By whoever sees first that it is gone: browsers tell listeners of `popstate` in no order to rely on. */
  function settle(): void {
    if (waiting === undefined || read()?.guard) return;
    const replace = waiting;
    waiting = undefined;
    replace();
  }
  /** In its own place, the first entry stays the first. */
  function put(address: string, next: EntryState, isInPlace: boolean): void {
    const state = { ...next, ...(isInPlace && read()?.first && { first: true }) };
    // With its origin: `//order` alone would be another host, which a history refuses.
    history[isInPlace ? 'replaceState' : 'pushState'](state, '', location.origin + address);
    // Of our own going the browser tells nobody. Who went has come to an end when it is heard of.
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  }
  function here(): string {
    return location.pathname + location.search;
  }

  return {
    current() {
      settle();
      const known = read();
      if (known !== undefined) return known;
      const state = { entry: newId(), ...(history.length === 1 && { first: true }) };
      put(here(), state, true);
      return state;
    },
    go(address, { replace, at }) {
      const state: EntryState = { entry: newId(), ...(at === undefined ? {} : { at }) };
      if (replace && read()?.guard) {
        // The screen is two entries: take the guard away first, or the screen would stay beneath.
        waiting = () => put(address, state, true);
        window.addEventListener('popstate', settle, { once: true });
        history.back();
      } else {
        put(address, state, replace);
      }
    },
    back() {
      history.go(read()?.guard ? -2 : -1);
    },
    isFirst: () => read()?.first === true,
    guard() {
      const { entry, guard, first } = this.current();
      if (!guard) put(here(), { entry, guard: true, ...(first && { first }) }, false);
    },
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('popstate', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('popstate', listener);
      };
    },
  };
}
