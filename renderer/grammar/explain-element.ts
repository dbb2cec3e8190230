import { getLocation } from 'jsonc-parser';
import { sayCondition, type ValueTitles } from './expression/sentence.ts';
import { readPaths } from './expression/read-paths.ts';
import { isJson, type Json } from './json.ts';
import type { ParsedDocument } from './parse.ts';
import type { Place } from './places.ts';
import { joinPointer, recordsIn, textsIn, valueAt } from './pointer.ts';
import type { Reading } from './world.ts';

/** A condition of an element or of one that contains it. */
export interface WayCondition {
  readonly property: 'visibleWhen' | 'enabledWhen' | 'when' | 'each';
  /** The source text of the condition. */
  readonly text: string;
  readonly sentence: string;
  readonly place: Place;
}

/** The element of a screen or a part that contains a location. */
export interface ExplainedElement {
  readonly kind: 'screen' | 'part' | 'node' | 'action' | 'data' | 'rule' | 'value' | 'list';
  /** With the text that a person sees: `button "Send"`, `request book`. */
  readonly name: string;
  readonly place: Place;
  /** The pointer of the condition at the location, if the location is in a condition. */
  readonly condition?: string;
  /** Conditions of the elements around it, the outermost first, and its own. */
  readonly conditions: readonly WayCondition[];
  /** The actions that it runs, in order, by event. */
  readonly does: { readonly [event: string]: readonly string[] };
  /** Paths that the element itself reads, without those of elements inside it. */
  readonly reads: readonly string[];
  /** Paths that it writes, including names of results and fields. */
  readonly writes: readonly string[];
  /** Endpoints and native methods. */
  readonly calls: readonly string[];
}

const CONDITIONS = ['visibleWhen', 'enabledWhen', 'when', 'each'] as const;
/** Conditions of a record, but not those inside a `choose`. */
const CONDITION = /^\/(?:visibleWhen|enabledWhen|when|(?:cases|catch)\/\d+\/when)$/;
/** Records here are declarations, whatever members they have. */
const DECLARATIONS = /^\/(?:params|state|lists\/[^/]+\/inputs)\//;
/** Members that name what is written, not what is read. */
const WRITTEN = /\/(?:target|bind)(?:\/\d+)?$/;

/**
 * @returns Undefined if there is no JSON at the location.
 */
export function explainElement(
  document: ParsedDocument,
  line: number,
  column: number,
  readings: readonly Reading[],
  titles: ValueTitles,
): ExplainedElement | undefined {
  const { text, value } = document;
  const offset = offsetOf(text, line, column);
  if (offset === undefined || !isJson(value)) return undefined;
  const pointer = getLocation(text, offset).path.reduce<string>((at, name) => joinPointer(at, name), '');
  const around = ways(pointer).filter((at) => kindOf(value, at) !== undefined);
  const own = around.at(-1) ?? '';
  const raw = valueAt(value, own);
  const kind = kindOf(value, own);
  if (kind === undefined) return undefined;
  // A named value without a title is a text.
  const record = isJson(raw) ? raw : {};
  const condition = ways(pointer).find(
    (at) => at.startsWith(`${own}/`) && CONDITION.test(at.slice(own.length)),
  );
  return {
    kind,
    ...(condition !== undefined && { condition }),
    name: nameOf(kind, record, own),
    place: document.place(own),
    conditions: conditionsOf(document, own, titles),
    does: doesOf(kind, record, titles),
    reads: readsOf(
      value,
      own,
      readings.filter((reading) => reading.document === document),
    ),
    writes: writesOf(kind, record, value, own),
    calls: callsOf(kind, record),
  };
}

function offsetOf(text: string, line: number, column: number): number | undefined {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const found = lines[line - 1];
  if (found === undefined || column < 1 || column > found.length) return undefined;
  return lines.slice(0, line - 1).join('').length + column - 1;
}

/** A pointer and all pointers around it, the outermost first. */
function ways(pointer: string): readonly string[] {
  const names = pointer.split('/');
  return names.map((_name, depth) => names.slice(0, depth + 1).join('/'));
}

function kindOf(root: Json, pointer: string): ExplainedElement['kind'] | undefined {
  const record = valueAt(root, pointer);
  if (/^\/values\/[^/]+$/.test(pointer) && record !== undefined) return 'value';
  if (!isJson(record)) return undefined;
  if (pointer === '') return 'routes' in root || 'title' in root ? 'screen' : 'part';
  if (DECLARATIONS.test(pointer)) return undefined;
  if (/^\/data\/[^/]+$/.test(pointer)) return 'data';
  if (/^\/lists\/[^/]+$/.test(pointer)) return 'list';
  if (typeof record['do'] === 'string') return 'action';
  if (typeof record['rule'] === 'string') return 'rule';
  return typeof record['type'] === 'string' ? 'node' : undefined;
}

function nameOf(kind: ExplainedElement['kind'], record: Json, pointer: string): string {
  if (kind === 'action') return sayAction(record);
  if (kind === 'rule') return `rule ${String(record['rule'])}`;
  if (kind === 'data' || kind === 'value' || kind === 'list') {
    const { title } = record;
    return `${kind} ${pointer.split('/')[2]}${typeof title === 'string' ? ` "${title}"` : ''}`;
  }
  if (kind !== 'node') return `${kind} ${String(record['id'])}`;
  const words = ['text', 'title', 'label', 'alt', 'part', 'name', 'id'].flatMap(
    (name) => firstText(record[name]) ?? [],
  );
  return [String(record['type']), ...words.slice(0, 1).map((one) => JSON.stringify(one))].join(' ');
}

function firstText(value: unknown): string | undefined {
  const [first] = [...textsIn(value, '')].filter(([at]) => !at.endsWith('/when'));
  return first?.[1];
}

/** `request pay-code`: the action and its object. */
export function sayAction(record: Json): string {
  const objects = ['to', 'list', 'endpoint', 'method', 'overlay', 'form', 'timer', 'target', 'data', 'text'];
  const object = objects.flatMap((name) => [...textsIn(record[name], '')].map(([, text]) => text));
  return [String(record['do']), ...object.slice(0, 1)].join(' ');
}

function conditionsOf(document: ParsedDocument, pointer: string, titles: ValueTitles): WayCondition[] {
  return ways(pointer).flatMap((at) => {
    if (DECLARATIONS.test(`${at}/`)) return [];
    return CONDITIONS.flatMap((property): WayCondition[] => {
      const text = valueAt(document.value, `${at}/${property}`);
      if (typeof text !== 'string') return [];
      const item = valueAt(document.value, `${at}/as`);
      const sentence =
        property === 'each' ? `for each ${String(item ?? 'item')} of ${text}` : sayCondition(text, titles);
      return [{ property, text, sentence, place: document.place(`${at}/${property}`) }];
    });
  });
}

function doesOf(kind: ExplainedElement['kind'], record: Json, titles: ValueTitles): ExplainedElement['does'] {
  const lists = kind === 'action' ? otherwiseOf(record, titles) : listsOf(record);
  return Object.fromEntries(
    Object.entries(lists).flatMap(([event, list]) => {
      const said = Array.isArray(list)
        ? list.flatMap((one: unknown) => (isJson(one) ? sayAction(one) : []))
        : [];
      return said.length === 0 ? [] : [[event, said]];
    }),
  );
}

/** The lists of a node or of data: of its events, and of its links. A named list has one. */
function listsOf({ on, links, run }: Json): { readonly [name: string]: unknown } {
  return {
    ...(isJson(on) ? on : {}),
    ...(isJson(links) ? links : {}),
    ...(Array.isArray(run) ? { run } : {}),
  };
}

/** The lists of an action: its cases, and its catch. */
function otherwiseOf(record: Json, titles: ValueTitles): { readonly [event: string]: unknown } {
  const entries = ['cases', 'catch'].flatMap((name) =>
    (Array.isArray(record[name]) ? (record[name] as unknown[]) : []).flatMap((one) => {
      if (!isJson(one)) return [];
      const { when, run } = one;
      const why = name === 'catch' ? 'failed' : 'case';
      return [[typeof when === 'string' ? `${why}: ${sayCondition(when, titles)}` : why, run] as const];
    }),
  );
  return Object.fromEntries(entries);
}

function readsOf(root: Json, own: string, readings: readonly Reading[]): string[] {
  const paths = new Set<string>();
  for (const { pointer, raw, isValue } of readings) {
    const isOwn =
      ways(pointer)
        .filter((at) => kindOf(root, at) !== undefined)
        .at(-1) === own;
    if (!isOwn || WRITTEN.test(pointer)) continue;
    for (const [at, text] of textsIn(raw, pointer)) {
      // In a value only the conditions of a `choose` are bare expressions.
      for (const path of readPaths(text, isValue && !at.endsWith('/when'))) paths.add(path);
    }
  }
  return [...paths].sort();
}

function writesOf(kind: ExplainedElement['kind'], record: Json, root: Json, own: string): string[] {
  const written = [record['target'], record['bind']].flatMap((one) =>
    [...textsIn(one, '')].map(([, text]) => text),
  );
  if (kind === 'action' && typeof record['as'] === 'string') written.push(record['as']);
  const form = ways(own)
    .map((at) => valueAt(root, at))
    .filter((one): one is Json => isJson(one) && one['type'] === 'form')
    .at(-1);
  if (kind === 'node' && typeof record['name'] === 'string' && form !== undefined)
    written.push(`form.${String(form['id'])}.${record['name']}`);
  if (kind === 'data') written.push(own.slice(1).replaceAll('/', '.'));
  return [...new Set(written)];
}

function callsOf(kind: ExplainedElement['kind'], record: Json): string[] {
  const within = kind === 'node' || kind === 'list' ? listsOf(record) : record;
  const called = [...recordsIn(within)].flatMap(({ record: one }) => {
    const { critical } = one;
    return [one['endpoint'], one['method'], isJson(critical) ? critical['ask'] : undefined];
  });
  return [...new Set(called.filter((name) => typeof name === 'string'))];
}
