import * as v from 'valibot';

/** The state of each of our history entries. */
const ENTRY_STATE = v.object({
  /** The id under which the engine saves and restores the visit. */
  entry: v.string(),
  /**
   * A second entry of the same screen, on top of the first: Back lands on the first, so the page can react before the
   * person leaves the screen. Pushed when something handles Back (an open overlay, the screen's own `back`).
   */
  guard: v.exactOptional(v.literal(true)),
  /** Id of a node to scroll to. */
  at: v.exactOptional(v.string()),
  /** The first entry of the history. Only `history.length === 1` proves that, so it is stored while that is so. */
  first: v.exactOptional(v.boolean()),
});
export type EntryState = Readonly<v.InferOutput<typeof ENTRY_STATE>>;

/** @returns undefined for an entry that another script made. */
export function readEntry(state: unknown): EntryState | undefined {
  const entry = v.safeParse(ENTRY_STATE, state);
  return entry.success ? entry.output : undefined;
}
