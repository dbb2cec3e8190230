/** A multimap for thousands of keys, most with one item: a set for each key would take most of the memory. */
export type Crowd<Key, Item extends object> = Map<Key, Item | Set<Item>>;

export function addTo<Key, Item extends object>(crowd: Crowd<Key, Item>, key: Key, item: Item): void {
  const known = crowd.get(key);
  if (known === undefined) crowd.set(key, item);
  else if (known instanceof Set) known.add(item);
  else if (known !== item) crowd.set(key, new Set([known, item]));
}

export function removeFrom<Key, Item extends object>(crowd: Crowd<Key, Item>, key: Key, item: Item): void {
  const known = crowd.get(key);
  if (known === item) crowd.delete(key);
  if (!(known instanceof Set)) return;
  known.delete(item);
  if (known.size === 0) crowd.delete(key);
}

export function itemsOf<Key, Item extends object>(crowd: Crowd<Key, Item>, key: Key): Iterable<Item> {
  const known = crowd.get(key);
  if (known === undefined) return [];
  return known instanceof Set ? known : [known];
}

/** Index from paths of form values to their readers. */
export interface FormReaders<Reader> {
  /**
   * @param how - `addTo` or `removeFrom`.
   * @param path - Dotted, from the root: `form.home.items.city`.
   */
  place(how: typeof addTo, path: string, reader: Reader): void;
  /** Readers of exactly this path. */
  at(path: string): Iterable<Reader>;
  /** Readers affected by a change: of the value itself, of its containers and of its members. */
  of(path: string): Iterable<Reader>;
}

/**
 * An index by full paths. A form may have thousands of fields, and a keystroke must find its readers without visiting
 * the others.
 */
export function createFormReaders<Reader extends object>(): FormReaders<Reader> {
  const exact: Crowd<string, Reader> = new Map();
  /** Containers of the paths that are or were read. */
  const wholes = new Set<string>();

  return {
    place(how, path, reader) {
      how(exact, path, reader);
      for (const whole of wholesOf(path)) wholes.add(whole);
    },
    at: (path) => itemsOf(exact, path),
    *of(path) {
      yield* itemsOf(exact, path);
      for (const whole of wholesOf(path)) yield* itemsOf(exact, whole);
      if (!wholes.has(path)) return;
      for (const part of exact.keys()) if (part.startsWith(`${path}.`)) yield* itemsOf(exact, part);
    },
  };
}

/** The paths that contain this path, up to the form itself. */
function wholesOf(path: string): string[] {
  const wholes: string[] = [];
  const form = path.indexOf('.') + 1;
  for (let dot = path.indexOf('.', form); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    wholes.push(path.slice(0, dot));
  }
  return wholes;
}
