import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { readProject } from '#src/cli/project.ts';
import type { SlotExpectation } from '#renderer/grammar/expression/index.ts';
import { type Sketch, toType } from '#renderer/grammar/expression/testing/library.ts';
import type { Value } from '#renderer/plan/expression.ts';
import type { Rooted, TypeContext } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

/* Reads the cases of fixtures/language. Their format is in the README there. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const VERDICTS = ['accepted', 'warned', 'refused'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface LanguageCase {
  /** A rule of renderer/grammar/SPEC.md. */
  readonly rule: string;
  readonly group: string;
  readonly verdict: Verdict;
  /** The tested value, without marks. */
  readonly subject: Json;
  /** Position of the mark «…»: which text of the subject, start, length. */
  readonly mark?: Mark;
  /** How to parse the subject; default: as an expression. */
  readonly as: string | { readonly [name: string]: Json };
  /** The text as in the case, for titles. */
  readonly written: string;
  readonly code?: string;
  /** The position of a problem without a text to mark. */
  readonly at?: string;
  readonly required?: true;
  /** Overrides of the context's data, by path; null removes a value. */
  readonly given?: { readonly [path: string]: Json };
  /** The result of an accepted expression or value; null if it is absent. */
  readonly value?: Json;
}

export interface Mark {
  readonly pointer: string;
  readonly at: number;
  readonly length: number;
}

const FOLDER = join(import.meta.dirname, '../../fixtures/language');

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));
}

const GROUPS = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

export const languageCases: readonly LanguageCase[] = GROUPS.flatMap(({ name: group }) =>
  readdirSync(join(FOLDER, group)).flatMap((file) =>
    (readJson(`${group}/${file}`) as readonly RawCase[]).map((raw) => readCase(raw, group)),
  ),
);

type RawCase = Partial<Record<Verdict, Json>> &
  Pick<LanguageCase, 'rule'> &
  Partial<Pick<LanguageCase, 'as' | 'code' | 'at' | 'required' | 'given' | 'value'>>;

function readCase(raw: RawCase, group: string): LanguageCase {
  const { accepted: _a, warned: _w, refused: _r, ...rest } = raw;
  const verdicts = VERDICTS.filter((verdict) => raw[verdict] !== undefined);
  const [verdict] = verdicts;
  const written = verdict && raw[verdict];
  if (verdict === undefined || written === undefined || verdicts.length > 1)
    throw new Error(`A case is either accepted, warned or refused: ${JSON.stringify(raw)}`);
  const mark = findMark(written, '');
  return {
    as: 'expression',
    ...rest,
    group,
    verdict,
    subject: unmark(written),
    written: typeof written === 'string' ? written : JSON.stringify(written),
    ...(mark && { mark }),
  };
}

function findMark(json: Json, pointer: string): Mark | undefined {
  if (typeof json === 'string') {
    const at = json.indexOf('«');
    return at < 0 ? undefined : { pointer, at, length: json.indexOf('»') - 1 - at };
  }
  if (typeof json !== 'object' || json === null) return undefined;
  for (const [name, member] of Object.entries(json)) {
    const found = findMark(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unmark(json: Json): Json {
  if (typeof json === 'string') return json.replace('«', '').replace('»', '');
  if (Array.isArray(json)) return (json as readonly Json[]).map(unmark);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, unmark(member)]));
}

/* Expressions and values: what they can read, and their result. */

interface ContextFile {
  readonly types: { readonly [root: string]: Sketch };
  readonly data: { readonly [root: string]: Json };
}

const { types, data } = readJson('context.json') as ContextFile;
const roots = new Map<string, Rooted>(
  Object.entries(types).map(([name, sketch]) => [
    name.replace('?', ''),
    { type: toType(sketch), absent: name.endsWith('?') },
  ]),
);

export const context: TypeContext = {
  root: (name) => roots.get(name),
  names: () => [...roots.keys()],
  proven: new Set(),
};

/** The data of context.json. */
export const sampleData = data as { readonly [root: string]: Value };

/** The context's data with the overrides of a case. */
export function dataOf({ given = {} }: LanguageCase): { readonly [root: string]: Json } {
  const own = structuredClone(data) as { [name: string]: Json };
  for (const [path, value] of Object.entries(given)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let holder = own;
    for (const name of names) holder = (holder[name] ??= {}) as { [name: string]: Json };
    if (value === null) delete holder[last];
    else holder[last] = value;
  }
  return own;
}

/** The slot of a value, or `undefined` if the subject is an expression or a document. */
export function slotOf({ as }: LanguageCase): SlotExpectation | undefined {
  if (typeof as === 'string') {
    if (!SLOTS.has(as)) return undefined;
    // The names in SLOTS are complete slots; `word` needs more members and is written out.
    return { slot: as } as SlotExpectation;
  }
  const { slot, expected, words } = as;
  if (slot === 'word') return { slot, words: words as readonly string[] };
  return { slot: slot as 'any', ...(expected !== undefined && { expected: toType(expected as Sketch) }) };
}

const SLOTS = new Set('text plain display url image date money integer number boolean any record'.split(' '));

/* Documents: a project without problems, and one more file. */

const world = readProject(join(FOLDER, '../bad/world'));

const BASES: { readonly [as: string]: readonly [path: string, base: { readonly [name: string]: Json }] } = {
  screen: [
    'screens/volume.screen.json',
    {
      $schema: '../schemas/screen.schema.json',
      grammar: 2,
      id: 'volume',
      title: 'Volume',
      params: { isbn: { type: 'string', required: true } },
      data: { book: { endpoint: 'book-details', with: { isbn: '${params.isbn}' } } },
      body: [],
    },
  ],
  part: [
    'screens/parts/case.part.json',
    { $schema: '../../schemas/part.schema.json', grammar: 2, id: 'case', body: [] },
  ],
  endpoint: [
    'schemas/api/case.endpoint.json',
    {
      $schema: '../endpoint.schema.json',
      name: 'case',
      method: 'GET',
      path: '/case',
      encoding: 'query',
      client: 'json',
      safe: true,
      request: { type: 'object', properties: {} },
      reply: { type: 'object', properties: {} },
    },
  ],
  catalogue: [
    'screens/messages/de.json',
    { $schema: '../../schemas/messages.schema.json', language: 'de', messages: {} },
  ],
  messages: [
    'screens/messages/fr.json',
    { $schema: '../../schemas/messages.schema.json', language: 'fr', messages: {} },
  ],
};

export interface DocumentCase {
  readonly files: readonly SourceFile[];
  /** Positions of the only problem: line and column, or two equivalent ones. */
  readonly places: readonly string[];
}

/** The project of a case about a document, and the position of its problem. */
export function documentOf(of: LanguageCase): DocumentCase | undefined {
  const { as, subject, mark, at } = of;
  if (as === 'lines') return linesOf(of);
  const nested = NESTED[String(as)];
  const [path, base] = BASES[nested?.of ?? String(as)] ?? appOf(as) ?? [];
  if (path === undefined) return undefined;
  const members =
    nested === undefined ? (subject as { readonly [name: string]: Json }) : nested.wrap(subject);
  const text = JSON.stringify({ ...base, ...members }, null, 2);
  const pointer = `${nested?.pointer ?? ''}${mark?.pointer ?? at ?? ''}`;
  return {
    files: [...world.filter((file) => file.path !== path), { path, text }],
    places: placesIn(text, pointer, mark?.at ?? 0),
  };
}

interface Nested {
  /** The kind of document that contains it. */
  readonly of: string;
  readonly pointer: string;
  wrap(subject: Json): { readonly [name: string]: Json };
}

/** Subjects that are parts of a document. */
const NESTED: { readonly [as: string]: Nested } = {
  german: {
    of: 'catalogue',
    pointer: '',
    wrap: (messages) => ({ messages }),
  },
  body: { of: 'screen', pointer: '/body', wrap: (body) => ({ body }) },
  tap: {
    of: 'screen',
    pointer: '/body/0/on/tap',
    wrap: (tap) => ({ body: [{ type: 'button', text: 'Go on', on: { tap } }] }),
  },
};

function appOf(as: unknown): (typeof BASES)[string] | undefined {
  const path = 'screens/app.json';
  const file = world.find((candidate) => candidate.path === path);
  if (as !== 'app' || file === undefined) return undefined;
  return [path, JSON.parse(file.text.replace(/^\/\/.*$/gm, '')) as { readonly [name: string]: Json }];
}

function linesOf({ subject, mark }: LanguageCase): DocumentCase {
  const path = 'screens/case.screen.json';
  const lines = subject as readonly string[];
  const line = Number(mark?.pointer.slice(1) ?? 0) + 1;
  return { files: [...world, { path, text: lines.join('\n') }], places: [`${line}:${(mark?.at ?? 0) + 1}`] };
}

function placesIn(text: string, pointer: string, offset: number): readonly string[] {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const root = parseTree(text);
  const node =
    root &&
    findNodeAtLocation(
      root,
      steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    );
  if (node === undefined) return [];
  const key = node.parent?.type === 'property' ? node.parent.offset : node.offset;
  const inside = node.type === 'string' ? node.offset + 1 + offset : node.offset;
  return (offset > 0 ? [inside] : [node.offset, key, inside]).map((at) => {
    const before = text.slice(0, at).split('\n');
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  });
}
