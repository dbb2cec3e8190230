/**
 * Items by key, for maps with thousands of keys of which most have one item: a set of its own for each
 * would be most of what the map costs.
 */
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

/** Who reads which value of a form. */
export interface FormReaders<Reader> {
  /**
   * @param how - `addTo` or `removeFrom`.
   * @param path - Dotted, from the root: `form.home.items.city`.
   */
  place(how: typeof addTo, path: string, reader: Reader): void;
  /** Readers of exactly this. */
  at(path: string): Iterable<Reader>;
  /** Readers of what a change reaches: the value itself, what it is a part of, and what is a part of it. */
  of(path: string): Iterable<Reader>;
}

/**
 * An index by whole paths: a form may have thousands of fields, and a keystroke finds its readers
 * without a look at any other's.
 */
export function createFormReaders<Reader extends object>(): FormReaders<Reader> {
  const exact: Crowd<string, Reader> = new Map();
  /** Paths that something lies in that is or was read. */
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

/** The paths that a path lies in, down to the form itself. */
function wholesOf(path: string): string[] {
  const wholes: string[] = [];
  const form = path.indexOf('.') + 1;
  for (let dot = path.indexOf('.', form); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    wholes.push(path.slice(0, dot));
  }
  return wholes;
}
