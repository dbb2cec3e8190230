import * as v from 'valibot';

/** What each of our history entries carries. */
const ENTRY_STATE = v.object({
  /** Names the entry for the engine: what it saved under it is restored. */
  entry: v.string(),
  /**
   * A second entry of the same screen, on top of it: Back lands on the one beneath and is seen before
   * the screen is left. Pushed when something wants Back (an open overlay, the screen's own `back`).
   */
  guard: v.exactOptional(v.literal(true)),
  /** A node to scroll to. */
  at: v.exactOptional(v.string()),
  /** No page is beneath it. A browser shows that only while the entry is the only one, so it is noted then. */
  first: v.exactOptional(v.boolean()),
});
export type EntryState = Readonly<v.InferOutput<typeof ENTRY_STATE>>;

/** @returns undefined for an entry that another script made. */
export function readEntry(state: unknown): EntryState | undefined {
  const entry = v.safeParse(ENTRY_STATE, state);
  return entry.success ? entry.output : undefined;
}
