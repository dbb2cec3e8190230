import * as v from 'valibot';

const TEXTS = v.record(v.string(), v.nullable(v.string()));
const STEPS = v.array(
  v.object({
    label: v.string(),
    gesture: v.exactOptional(v.string()),
    splices: v.record(
      v.string(),
      v.object({ at: v.pipe(v.number(), v.integer()), removed: v.string(), inserted: v.string() }),
    ),
  }),
);

/** Stored in the browser for one draft: its steps, and edits that the server may not have yet. */
const REMEMBERED = v.object({
  version: v.literal(1),
  done: STEPS,
  undone: STEPS,
  /** Edited documents in their current state; null for a deleted one. */
  texts: TEXTS,
  /** The server's text of each document that differs from the server. */
  kept: TEXTS,
  /** Texts that were sent to the server without getting an answer. */
  sent: TEXTS,
});
export type Remembered = Readonly<Omit<v.InferOutput<typeof REMEMBERED>, 'version'>>;

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Prefix of the keys of all drafts. */
export const PREFIX = 'capiz.studio.';
/** @param draft - Undefined if there is no draft yet. */
export function memoryKey(name: string, draft: string | undefined): string {
  return `${PREFIX}${name}.${draft ?? ''}`;
}

/** Ids of the drafts that this browser has stored for a person; empty for edits that have no draft yet. */
export function draftsIn(storage: KeyValueStorage, name: string): readonly string[] {
  const begin = memoryKey(name, undefined);
  return (
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((key) => key.startsWith(begin))
      .map((key) => key.slice(begin.length))
      // Other names can begin with this one.
      .filter((draft) => !draft.includes('.'))
  );
}

/** The stored steps and edits; undefined if there are none or they cannot be read. */
export function recall(storage: KeyValueStorage, key: string): Remembered | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), REMEMBERED), storage.getItem(key));
  return read.success ? read.output : undefined;
}
