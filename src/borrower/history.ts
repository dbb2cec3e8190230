import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { type EntryState, readEntry } from './entry-state.ts';

export interface PageHistory {
  /** The current entry. Gives it an id if it has none. */
  current(): EntryState;
  go(address: string, options: { readonly replace: boolean; readonly at?: string }): void;
  back(): void;
  /** Whether the current screen's entry is the first one: `back` has no effect. */
  isFirst(): boolean;
  guard(): void;
  /** Location hook for wouter: the path of the current entry. Re-renders when the current entry changes. */
  readonly useLocation: BaseLocationHook;
}

export function createHistory(window: Window, newId: () => string): PageHistory {
  const { history, location } = window;
  const listeners = new Set<() => void>();

  const read = () => readEntry(history.state);
  /** A replacement that waits until the second entry is removed. */
  let waiting: (() => void) | undefined;
  function settle(): void {
    if (waiting === undefined || read()?.guard) return;
    const replace = waiting;
    waiting = undefined;
    replace();
  }
  function notify(): void {
    for (const listener of listeners) listener();
  }
  window.addEventListener('popstate', () => {
    settle();
    notify();
  });
  /** Replaced in place, the first entry stays the first. */
  function put(address: string, next: EntryState, isInPlace: boolean): void {
    const state = { ...next, ...(isInPlace && read()?.first && { first: true }) };
    // With the origin: `//order` alone would be another host, which the History API refuses.
    history[isInPlace ? 'replaceState' : 'pushState'](state, '', location.origin + address);
    // Browsers fire no event for `pushState` and `replaceState`. A microtask, so that listeners run after the caller.
    queueMicrotask(notify);
  }
  function here(): string {
    return location.pathname + location.search;
  }

  function go(address: string, { replace, at }: Parameters<PageHistory['go']>[1]): void {
    const state: EntryState = { entry: newId(), ...(at === undefined ? {} : { at }) };
    if (replace && read()?.guard) {
      // The screen has two entries: the second one must be removed first, or the screen would stay in the history.
      waiting = () => put(address, state, true);
      history.back();
    } else {
      put(address, state, replace);
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  /** Differs between the two entries of a screen, and between two visits of one path. */
  function entryKey(): string {
    const state = read();
    return `${state?.entry} ${state?.guard}`;
  }

  return {
    current() {
      const known = read();
      if (known !== undefined) return known;
      const state = { entry: newId(), ...(history.length === 1 && { first: true }) };
      put(here(), state, true);
      return state;
    },
    go,
    back() {
      history.go(read()?.guard ? -2 : -1);
    },
    isFirst: () => read()?.first === true,
    guard() {
      const { entry, guard, first } = this.current();
      if (!guard) put(here(), { entry, guard: true, ...(first && { first }) }, false);
    },
    useLocation() {
      useSyncExternalStore(subscribe, entryKey, entryKey);
      return [location.pathname, (to: string, options = { replace: false }) => go(to, options)];
    },
  };
}
