import { functions } from '../plan/functions.generated.ts';
import { MORE_FUNCTIONS } from '../plan/more-functions.ts';
import { NESTS } from '../plan/nests.ts';
import type { NodePlan, Plan } from '../plan/plan.ts';
import { OF_FORM } from './compile/of-form.ts';
import { visitOperations } from './compile/plan-expression.ts';
import type { Walk } from './compile/plan-walk.ts';
import { type PropertyShapes, shapes } from './shapes.generated.ts';

/** A feature that needs a later grammar than the first. */
export interface Need {
  readonly since: number;
  /** Its name in messages: `the widget "steps"`. */
  readonly what: string;
  /** The node that needs it, if known. */
  readonly node?: string;
  /** An older page may leave it out or show its fallback; nothing else changes. */
  readonly isSpared: boolean;
}

/** The first grammar that has a widget; infinite for an unknown widget. */
export function sinceOfWidget(type: string): number {
  if (GROUPS.has(type)) return 1;
  if (MADE.has(type)) return 5;
  const shape = ownOf(shapes.widgets, type) ?? ownOf(shapes.overlays, type);
  return shape?.since ?? Number.POSITIVE_INFINITY;
}

/** The first grammar that has a function, also one that only the compiler writes. */
export function sinceOfFunction(name: string): number {
  return ownOf(functions, name)?.since ?? (Object.hasOwn(MORE_FUNCTIONS, name) ? 5 : 1);
}

/** The name of a function as authors write it: the compiler adds `!` to names that authors cannot write. */
export function writtenName(name: string): string {
  return name.replace(/!$/, '');
}

/** The grammar that renamed members (`x-renamed` in the schemas) and words. */
const RENAMED_SINCE = 5;

/**
 * The message and the help for a former name in a document that has to use the present one.
 *
 * @param grammar - The grammar of the document; undefined if it names none, which is reported elsewhere.
 */
export function formerName(
  was: string,
  now: string,
  grammar: number | undefined,
): [message: string, help: string] | undefined {
  if (grammar === undefined || grammar < RENAMED_SINCE) return undefined;
  return [
    `"${was}" is called "${now}" since grammar ${RENAMED_SINCE}.`,
    '"capiz migrate --write" renames it',
  ];
}

/** The message and the help for a feature that a document's grammar does not have. */
export function laterGrammar(since: number, what: string, grammar: number): [message: string, help: string] {
  const [begin = '', ...rest] = what;
  return [
    `${begin.toUpperCase()}${rest.join('')} exists since grammar ${since}; this document uses grammar ${grammar}.`,
    '"capiz migrate --write" raises it',
  ];
}

/** Groups that every client renders without a widget. */
export const GROUPS: ReadonlySet<string> = new Set(['part', 'field-list']);

/** The widget that only the compiler writes: a text with links, and each link in it. */
const MADE: ReadonlySet<string> = new Set(['sentence']);

/**
 * All features of later grammars that a plan needs.
 *
 * @param endpoints - Endpoints that it calls, if known: a page must follow their contracts.
 */
export function needsOf(walk: Walk, endpoints: Plan['endpoints'] = {}): readonly Need[] {
  const needs: Need[] = [];
  for (const node of walk.nodes) addNeeds(node, needs);
  for (const { do: name, props = {}, critical } of walk.actions) {
    const shape = ownOf(shapes.actions, name);
    if (shape === undefined) continue;
    const { since, properties } = shape;
    if (since > 1) needs.push({ since, what: `the action "${name}"`, isSpared: false });
    needs.push(...laterMembers(properties, props, name).map((need) => ({ ...need, isSpared: false })));
    if (critical?.wish !== undefined) needs.push({ since: 3, what: '"wish" of request', isSpared: false });
  }
  // An older page would never read it again, or only its first page.
  for (const [name, { every, pages }] of Object.entries(walk.of.data)) {
    if (every) needs.push({ since: 5, what: `"every" of the data "${name}"`, isSpared: false });
    if (pages) needs.push({ since: 5, what: `"pages" of the data "${name}"`, isSpared: false });
  }
  for (const { name, once, empty, http } of Object.values(endpoints)) {
    if (once) needs.push({ since: 3, what: `"once" of the endpoint "${name}"`, isSpared: false });
    if (http) needs.push({ since: 5, what: `HTTP of the endpoint "${name}"`, isSpared: false });
    if (empty) needs.push({ since: 3, what: `the reply "none" of the endpoint "${name}"`, isSpared: false });
  }
  if (readsStatus(walk)) needs.push({ since: 5, what: '"status" of an error', isSpared: false });
  if (readsChanges(walk))
    needs.push({ since: 5, what: '"isChanged" and "changes" of a form', isSpared: false });
  for (const name of functionsOf(walk, endpoints)) {
    const since = sinceOfFunction(name);
    if (since > 1) needs.push({ since, what: `the function "${writtenName(name)}"`, isSpared: false });
  }
  return needs;
}

/** The functions that a screen and its endpoints call. */
export function functionsOf(walk: Walk, endpoints: Plan['endpoints']): ReadonlySet<string> {
  const called = new Set(walk.functions);
  for (const { path, http } of Object.values(endpoints)) {
    for (const expression of [path, ...Object.values(http?.headers ?? {})]) {
      visitOperations(expression, (operation) => operation[0] === 'call' && called.add(operation[1]));
    }
  }
  return called;
}

/** Whether an expression reads `error.status`. */
function readsStatus(walk: Walk): boolean {
  let isRead = false;
  for (const expression of walk.expressions) {
    visitOperations(expression, ([operation, ...path]) => {
      isRead ||= operation === 'get' && path[0] === 'error' && path[1] === 'status';
    });
  }
  return isRead;
}

/** Whether an expression reads `form.<id>.isChanged` or `form.<id>.changes`, and no field of the form has that name. */
export function readsChanges(walk: Walk): boolean {
  let isRead = false;
  for (const expression of walk.expressions) {
    visitOperations(expression, (operation) => {
      if (operation[0] !== 'get' || operation[1] !== 'form') return;
      const [, , id, name = ''] = operation;
      const form = OF_FORM.has(name) ? walk.nodes.find((node) => node.id === id) : undefined;
      isRead ||= form !== undefined && !hasField(form, name);
    });
  }
  return isRead;
}

/** Whether a form has a field of this name, outside its records. */
function hasField({ slots = {} }: NodePlan, name: string): boolean {
  return Object.values(slots)
    .flat()
    .some((node) => node.props?.['name'] === name || (!NESTS.has(node.type) && hasField(node, name)));
}

function addNeeds(node: NodePlan, needs: Need[]): void {
  const { id, type, props = {}, lists = {}, supply, fallback, critical } = node;
  // Without its links a sentence would be shown with their brackets.
  if (type === 'sentence' && props['link'] === undefined)
    needs.push({ since: 5, what: 'a text with links', node: id, isSpared: false });
  const shape = ownOf(shapes.widgets, type);
  if (shape === undefined) return;
  const { since, properties } = shape;
  if (since > 1) {
    // A field that is left out would be missing from the request.
    const isSpared = fallback !== undefined || (critical !== true && properties['rules'] === undefined);
    needs.push({ since, what: `the widget "${type}"`, node: id, isSpared });
  }
  const later = laterMembers(properties, { ...props, ...lists }, type);
  for (const [name, elements] of Object.entries(lists)) {
    const { element, since: ofList } = ownOf(properties, name) ?? {};
    const record = element === undefined ? undefined : ownOf(shapes.elements, element);
    // A list that is later itself is named once.
    if (record === undefined || ofList !== undefined) continue;
    later.push(
      ...elements.flatMap((one) => laterMembers(record.properties, one.props, `${name} of ${type}`)),
    );
  }
  needs.push(...later.map((need) => ({ ...need, node: id, isSpared: false })));
  // An older page would show the field empty, and send it so.
  if (typeof props['initial'] === 'object' && properties['rules'] !== undefined)
    needs.push({ since: 5, what: `a computed "initial" of ${type}`, node: id, isSpared: false });
  const kinds = properties['allow']?.later ?? {};
  for (const kind of supply?.allow.kinds ?? []) {
    const of = ownOf(kinds, kind);
    if (of !== undefined) {
      needs.push({ since: of, what: `"${kind}" among the kinds of ${type}`, node: id, isSpared: false });
    }
  }
}

/**
 * Members of a record, and words in them, that a later grammar added.
 *
 * @param members As written or lowered. A member with its default value is none: every page does the same without it.
 * @param of What has the members, for messages: `notice`, `rules of text-field`.
 */
export function laterMembers(
  properties: PropertyShapes,
  members: { readonly [name: string]: unknown },
  of: string,
): { since: number; what: string; name: string }[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const property = ownOf(properties, name);
    if (property === undefined || value === property.default) return [];
    const words = Object.entries(property.later ?? {}).filter(([word]) => contains(value, word));
    return [
      ...(property.since === undefined ? [] : [{ since: property.since, what: `"${name}" of ${of}`, name }]),
      ...words.map(([word, since]) => ({ since, what: `"${word}" as ${name} of ${of}`, name })),
    ];
  });
}

/** Whether a word is a value, or one of the values of a lowered `choose`. */
function contains(value: unknown, word: string): boolean {
  return Array.isArray(value) ? value.some((part) => contains(part, word)) : value === word;
}

/** The lowest grammar whose clients show a plan as intended, or with its fallbacks. */
export function grammarOf(walk: Walk, endpoints: Plan['endpoints']): number {
  let lowest = 1;
  for (const { since, isSpared } of needsOf(walk, endpoints)) if (!isSpared && since > lowest) lowest = since;
  return lowest;
}

function ownOf<T>(record: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
