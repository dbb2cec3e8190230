import { produce } from 'immer';
import type { Store, StoreDraft, StoreState } from './ports/store.ts';
import { addTo, type Crowd, itemsOf, removeFrom } from './readers.ts';

/** What a commit changed. */
export interface Commit {
  readonly before: StoreState;
  readonly after: StoreState;
  /** First two names of every changed path. */
  readonly keys: ReadonlySet<string>;
  /** Paths passed to `touch`. Their values are outside the store, so they always count as changed. */
  readonly touched: ReadonlySet<string>;
}

export interface LiveStore extends Store {
  /**
   * Runs inside a commit before listeners, and again as long as reactions change the store. Resources with new inputs
   * start here, so that one change stays one commit.
   */
  react(reaction: (commit: Commit) => void): void;
  /** Runs once per commit, when its state is final, before listeners. */
  settle(settler: (commit: Commit) => void): void;
  /** Runs at the end of the current commit, or at once outside a commit. */
  afterCommit(run: () => void): void;
}

/** A reaction that changes the store endlessly is an engine fault: definitions cannot make data depend on itself. */
const MAX_ROUNDS = 50;

/**
 * Holds all values of a screen.
 *
 * A change is visible at once; listeners run once, when the outermost `change` or `batch` ends. A recipe that throws
 * changes nothing.
 *
 * The state is frozen, in production too: the store owns a value after a recipe stores it. Measured with Node 20:
 * freezing adds 2 µs to a write, and 6 ms to a reply of 2,000 records of 16 values, once. Class instances (a
 * `Failure`, a file, a date) are stored unchanged.
 */
export function createStore(initial: StoreState): LiveStore {
  const tree: Tree = { state: initial, base: initial, touched: new Set() };
  let depth = 0;
  let draft: StoreDraft | undefined;
  let later: (() => void)[] = [];
  const reactions: ((commit: Commit) => void)[] = [];
  const settlers: ((commit: Commit) => void)[] = [];
  const listeners: Crowd<string, () => void> = new Map();

  function batch<T>(run: () => T): T {
    if (depth === 0) tree.base = tree.state;
    depth += 1;
    try {
      return run();
    } finally {
      if (depth > 1) depth -= 1;
      else commit();
    }
  }

  function commit(): void {
    const first = tree.base;
    try {
      const touched = settle(tree, reactions, settlers);
      const notified = new Set<() => void>();
      for (const key of [...changedKeys(first, tree.state), ...touched.map(firstTwo)]) {
        for (const listener of itemsOf(listeners, key)) notified.add(listener);
      }
      const after = later;
      later = [];
      depth = 0;
      // Outside the commit: a listener that changes the store starts a new commit.
      for (const run of after) run();
      for (const listener of notified) listener();
    } finally {
      depth = 0;
    }
  }

  return {
    get: () => tree.state,
    change(recipe) {
      if (draft) {
        recipe(draft);
        return;
      }
      batch(() => {
        try {
          tree.state = produce(tree.state, (fresh: StoreDraft) => {
            draft = fresh;
            recipe(fresh);
          });
        } finally {
          draft = undefined;
        }
      });
    },
    batch,
    touch(paths) {
      batch(() => {
        for (const path of paths) tree.touched.add(path);
      });
    },
    subscribe(keys, listener) {
      for (const key of keys) addTo(listeners, key, listener);
      return () => {
        for (const key of keys) removeFrom(listeners, key, listener);
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

interface Tree {
  state: StoreState;
  /** The last state that reactions saw. */
  base: StoreState;
  /** Touched paths that reactions have not seen. */
  touched: Set<string>;
}

/**
 * Runs reactions until nothing changes, then settlers, which may change the store again.
 *
 * @returns all touched paths.
 */
function settle(
  tree: Tree,
  reactions: readonly ((commit: Commit) => void)[],
  settlers: readonly ((commit: Commit) => void)[],
): string[] {
  const all = new Set<string>();
  let settled = tree.base;
  let fresh = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { base, state, touched } = tree;
    if (base !== state || touched.size > 0) {
      for (const path of touched) fresh.add(path);
      tree.touched = new Set();
      tree.base = state;
      const step: Commit = { before: base, after: state, keys: changedKeys(base, state), touched };
      for (const reaction of reactions) reaction(step);
      continue;
    }
    for (const path of fresh) all.add(path);
    const part: Commit = { before: settled, after: state, keys: changedKeys(settled, state), touched: fresh };
    if (part.keys.size === 0 && fresh.size === 0) break;
    settled = state;
    fresh = new Set();
    for (const settler of settlers) settler(part);
  }
  return [...all];
}

/** The first two names of a dotted path. */
export function firstTwo(path: string): string {
  const second = path.indexOf('.', path.indexOf('.') + 1);
  return second === -1 ? path : path.slice(0, second);
}

/** `produce` keeps unchanged objects, so comparing the first two levels finds every change. */
function changedKeys(before: StoreState, after: StoreState): Set<string> {
  const keys = new Set<string>();
  for (const root of Object.keys(after) as (keyof StoreState)[]) {
    // The groups have different types; here their members are only compared.
    const old = before[root] as Members;
    const fresh = after[root] as Members;
    if (old === fresh) continue;
    for (const name of [...Object.keys(old), ...Object.keys(fresh)]) {
      if (!Object.is(old[name], fresh[name])) keys.add(`${root}.${name}`);
    }
  }
  return keys;
}

interface Members {
  readonly [name: string]: unknown;
}
