import type { Value } from '../../plan/expression.ts';
import type { DeviceFacts } from '../live.ts';
import type { PagesState, ResourceState } from './data.ts';

/** One immutable tree. `change` makes one commit; nested changes join it. Listeners run once per commit. */
export interface Store {
  get(): StoreState;
  /** The recipe changes an immer draft. Values that it stores are frozen. */
  change(recipe: (draft: StoreDraft) => void): void;
  /** Joins all commits of `run` into one; listeners run after it. */
  batch<T>(run: () => T): T;
  /**
   * `keys` are the first two names of paths (`data.order`, `state.asked`, `device.online`). The listener runs after a
   * commit that changed one of them.
   */
  subscribe(keys: readonly string[], listener: () => void): () => void;
  /** Marks values outside the tree as changed, within a commit. Paths are full and dotted: `form.rate.stars`. */
  touch(paths: readonly string[]): void;
}

export interface StoreState {
  readonly params: Values;
  readonly session: Values;
  readonly config: Values;
  /**
   * `today` is a time (ms) in the current quarter of an hour. In no time zone does the date change within a
   * quarter. The code that formats `today` derives the date from it.
   */
  readonly device: DeviceFacts & { readonly today: number };
  readonly data: { readonly [name: string]: ResourceState };
  /** When the content of each resource was read (ms). */
  readonly fetched: { readonly [name: string]: number | undefined };
  /** Of data that is read by pages. */
  readonly pages: { readonly [name: string]: PagesState };
  readonly state: Values;
  readonly kept: Values;
  readonly timer: { readonly [id: string]: { readonly left: number; readonly running: boolean } };
  /** Number of running lists by node instance. */
  readonly busy: { readonly [instance: string]: number };
}

export type Values = { readonly [name: string]: Value | undefined };

export type StoreDraft = {
  readonly [K in keyof StoreState]: { -readonly [N in keyof StoreState[K]]: StoreState[K][N] };
};
