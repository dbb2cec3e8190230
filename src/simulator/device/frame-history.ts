interface Entry {
  readonly state: unknown;
  readonly address: string;
}

/**
 * Replaces the session history of a frame's window by one of its own. A browser keeps the entries of all frames of a
 * tab in one list: going back in the frame could take the studio back, and the browser's Back would first undo what
 * was done on the phone.
 *
 * @returns A function that removes all entries but the current one.
 */
export function separateHistory(window: Window): () => void {
  const { history, location } = window;
  const replace = history.replaceState.bind(history);
  const setTimer = window.setTimeout.bind(window);
  let entries: readonly Entry[] = [{ state: history.state, address: location.href }];
  let at = 0;

  const write = (kept: readonly Entry[], state: unknown, address: string | URL | null | undefined): void => {
    replace(state, '', address);
    entries = [...kept, { state, address: location.href }];
    at = kept.length;
  };
  const traverse = (delta: number): void => {
    const to = entries[at + delta];
    if (to === undefined) return;
    at += delta;
    replace(to.state, '', to.address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: to.state }));
  };
  // A browser traverses the history asynchronously, after the caller has returned.
  const go = (delta = 0): void => void setTimer(() => traverse(delta));
  Object.assign(history, {
    pushState: (state: unknown, _title: string, address?: string | URL | null) =>
      write(entries.slice(0, at + 1), state, address),
    replaceState: (state: unknown, _title: string, address?: string | URL | null) => {
      const later = entries.slice(at + 1);
      write(entries.slice(0, at), state, address);
      entries = [...entries, ...later];
    },
    go,
    back: () => go(-1),
    forward: () => go(1),
  });
  Object.defineProperty(history, 'length', { configurable: true, get: () => entries.length });
  return () => {
    entries = entries.slice(at, at + 1);
    at = 0;
  };
}
