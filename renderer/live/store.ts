import type { Store, StoreDraft, StoreState } from './ports.ts';

/** What a commit changed. */
export interface Commit {
  readonly before: StoreState;
  readonly after: StoreState;
  /** First two names of every path whose value became another one. */
  readonly keys: ReadonlySet<string>;
  /** Paths said by `touch`: their values live elsewhere, so they count as changed. */
  readonly touched: ReadonlySet<string>;
}

export interface LiveStore extends Store {
  /**
   * Runs inside a commit, before anybody is told, and again while it keeps changing the store:
   * resources whose inputs changed start here, so that one change stays one commit.
   */
  react(reaction: (commit: Commit) => void): void;
  /** Runs once per commit, when its state is final and before listeners are told. */
  settle(settler: (commit: Commit) => void): void;
  /** Runs at the end of the current commit, or at once when there is none. */
  afterCommit(run: () => void): void;
}

/** A reaction that never comes to rest is a fault of the engine's, not of a definition's: data cannot form a cycle. */
const MOST_ROUNDS = 50;

/**
 * The one place where a screen's values live.
 *
 * A change is seen by the next reader at once; listeners hear of it when the outermost `change` or
 * `batch` ends, once, after every part of it is done.
 */
export function createStore(initial: StoreState): LiveStore {
  let state = initial;
  let base = initial;
  let depth = 0;
  let draft: StoreDraft | undefined;
  let touched = new Set<string>();
  let later: (() => void)[] = [];
  const reactions: ((commit: Commit) => void)[] = [];
  const settlers: ((commit: Commit) => void)[] = [];
  const listeners = new Map<string, Set<() => void>>();

  function enter(): void {
    if (depth === 0) base = state;
    depth += 1;
  }

  function leave(): void {
    if (depth > 1) {
      depth -= 1;
      return;
    }
    try {
      commit();
    } finally {
      depth = 0;
    }
  }

  /** Reactions until nothing moves, then settlers, which may move something again. */
  function commit(): void {
    const first = base;
    const all = new Set<string>();
    let settled = base;
    let fresh = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (base !== state || touched.size > 0) {
        const step: Commit = { before: base, after: state, keys: changedKeys(base, state), touched };
        for (const path of touched) fresh.add(path);
        touched = new Set();
        base = state;
        for (const reaction of reactions) reaction(step);
        continue;
      }
      for (const path of fresh) all.add(path);
      const part: Commit = {
        before: settled,
        after: state,
        keys: changedKeys(settled, state),
        touched: fresh,
      };
      if (part.keys.size === 0 && fresh.size === 0) break;
      settled = state;
      fresh = new Set();
      for (const settler of settlers) settler(part);
    }
    const told = new Set<() => void>();
    for (const key of [...changedKeys(first, state), ...[...all].map(firstTwo)]) {
      for (const listener of listeners.get(key) ?? []) told.add(listener);
    }
    const after = later;
    later = [];
    depth = 0;
    // Told outside the commit: a listener that changes the store begins a commit of its own.
    for (const run of after) run();
    for (const listener of told) listener();
  }

  return {
    get: () => state,
    change(recipe) {
      if (draft) {
        recipe(draft);
        return;
      }
      enter();
      try {
        const { fresh, finish } = draftOf(state);
        draft = fresh;
        recipe(fresh);
        state = finish();
      } finally {
        draft = undefined;
        leave();
      }
    },
    batch(run) {
      enter();
      try {
        return run();
      } finally {
        leave();
      }
    },
    touch(paths) {
      enter();
      for (const path of paths) touched.add(path);
      leave();
    },
    subscribe(keys, listener) {
      for (const key of keys) {
        const known = listeners.get(key);
        if (known) known.add(listener);
        else listeners.set(key, new Set([listener]));
      }
      return () => {
        for (const key of keys) listeners.get(key)?.delete(listener);
      };
    },
    react: (reaction) => void reactions.push(reaction),
    settle: (settler) => void settlers.push(settler),
    afterCommit(run) {
      if (depth === 0) run();
      else later.push(run);
    },
  };
}

/**
 * The state as a recipe may write it: a value below one of its groups is replaced as a whole, so a copy of
 * each group that the recipe looks at is all it takes. A recipe that throws has changed nothing.
 */
function draftOf(state: StoreState): { readonly fresh: StoreDraft; finish(): StoreState } {
  const groups = Object.keys(state) as (keyof StoreState)[];
  const copies = new Map<keyof StoreState, StoreState[keyof StoreState]>();
  const fresh = {};
  for (const group of groups) {
    Object.defineProperty(fresh, group, {
      get() {
        const copy = copies.get(group) ?? { ...state[group] };
        copies.set(group, copy);
        return copy;
      },
    });
  }
  return {
    fresh: fresh as StoreDraft,
    finish() {
      const changed = [...copies].filter(([group, copy]) => !hasSameMembers(state[group], copy));
      return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) };
    },
  };
}

function hasSameMembers(one: object, other: object): boolean {
  const members = Object.entries(one);
  return (
    members.length === Object.keys(other).length &&
    members.every(([name, value]) => Object.hasOwn(other, name) && Object.is(Reflect.get(other, name), value))
  );
}

/** The first two names of a dotted path. */
export function firstTwo(path: string): string {
  const second = path.indexOf('.', path.indexOf('.') + 1);
  return second === -1 ? path : path.slice(0, second);
}

function changedKeys(before: StoreState, after: StoreState): Set<string> {
  const keys = new Set<string>();
  if (before === after) return keys;
  for (const root of Object.keys(after) as (keyof StoreState)[]) {
    if (before[root] === after[root]) continue;
    const old: { readonly [name: string]: unknown } = { ...before[root] };
    const fresh: { readonly [name: string]: unknown } = { ...after[root] };
    for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
      if (!Object.is(old[name], fresh[name])) keys.add(`${root}.${name}`);
    }
  }
  return keys;
}
