import type { Member, Rooted, Type, TypeContext } from '../../type.ts';

/**
 * Types in short form: a name, `[items]`, `[items, max]`, or a record with `name?` for members that may be
 * absent.
 */
export type Sketch =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'money'
  | 'date'
  | 'url'
  | 'map'
  | readonly [Sketch]
  | readonly [Sketch, number]
  | { readonly known: readonly string[] }
  | { readonly [member: string]: Sketch };

export function toType(sketch: Sketch): Type {
  if (sketch === 'map') return { kind: 'map', items: { kind: 'text' } };
  if (typeof sketch === 'string') return { kind: sketch };
  if (isList(sketch)) {
    const [items, max] = sketch;
    return { kind: 'list', items: toType(items), ...(max === undefined ? {} : { max }) };
  }
  if (Array.isArray(sketch.known)) return { kind: 'text', known: sketch.known };
  const members = new Map<string, Member>();
  for (const [name, member] of Object.entries(sketch)) {
    members.set(name.replace('?', ''), { type: toType(member), absent: name.endsWith('?') });
  }
  return { kind: 'record', members };
}

function isList(sketch: Exclude<Sketch, string>): sketch is readonly [Sketch] | readonly [Sketch, number] {
  return Array.isArray(sketch);
}

const BOOK: Sketch = {
  title: 'text',
  fine: 'money',
  pages: 'integer',
  weight: 'number',
  late: 'boolean',
  due: 'date',
  cover: 'url',
  shelf: { known: ['open', 'closed', 'repair'] },
  tags: ['text', 8],
  'note?': 'text',
  'returned?': 'date',
  'deposit?': 'money',
  'author?': { name: 'text', 'born?': 'date', 'page?': 'url' },
};

export const SKETCHES: { readonly [root: string]: Sketch } = {
  data: { book: BOOK, books: [BOOK, 50], all: [BOOK], 'visits?': { count: 'integer', 'last?': BOOK } },
  state: { picked: 'integer', open: 'boolean', 'query?': 'text', code: 'text' },
  params: { id: 'text', 'from?': 'text' },
  form: { ask: { 'stars?': 'integer', answers: 'map', photos: ['url'] } },
  session: { card: 'text', 'name?': 'text' },
  device: { online: 'boolean', keyboardInset: 'number' },
  index: 'integer',
  row: { label: 'text', 'value?': 'text' },
  'sent?': { id: 'text' },
};

/**
 * A screen of the library: `data.book`, `data.books`, forms, a row, and `sent`, which may itself be absent.
 */
export function library(
  proven: readonly string[] = [],
  more: { readonly [name: string]: Rooted } = {},
): TypeContext {
  const roots = new Map<string, Rooted>(Object.entries(more));
  for (const [name, sketch] of Object.entries(SKETCHES)) {
    roots.set(name.replace('?', ''), { type: toType(sketch), absent: name.endsWith('?') });
  }
  return { root: (name) => roots.get(name), names: () => [...roots.keys()], proven: new Set(proven) };
}

/** A source in which «» marks the problem: `data.«bok»`. */
export function unmark(marked: string): {
  readonly source: string;
  readonly at: number;
  readonly length: number;
} {
  const at = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  return { source: marked.replace('«', '').replace('»', ''), at, length: end - at };
}
