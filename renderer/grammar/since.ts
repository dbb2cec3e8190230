import { functions } from '../plan/functions.generated.ts';
import type { NodePlan, Plan } from '../plan/plan.ts';
import type { Walk } from './elaborate/plan-walk.ts';
import { shapes } from './shapes.generated.ts';

/** Something that is in the language only since a later grammar than the first. */
export interface Need {
  readonly since: number;
  /** What it is, as a message says it: `the widget "steps"`. */
  readonly what: string;
  /** Node that needs it, where that is known. */
  readonly node?: string;
  /** An older page leaves it out or shows its fallback, and nothing else is another by that. */
  readonly isSpared: boolean;
}

/** First grammar that has a widget; no grammar has one that is unknown here. */
export function sinceOfWidget(type: string): number {
  if (GROUPS.has(type)) return 1;
  const shape = ownOf(shapes.widgets, type) ?? ownOf(shapes.overlays, type);
  return shape?.since ?? Number.POSITIVE_INFINITY;
}

/** First grammar that has a function. */
export function sinceOfFunction(name: string): number {
  return ownOf(functions, name)?.since ?? 1;
}

/** The message and the help for something that a document's grammar does not have. */
export function laterGrammar(since: number, what: string, grammar: number): [message: string, help: string] {
  const [begin = '', ...rest] = what;
  return [
    `${begin.toUpperCase()}${rest.join('')} is there since grammar ${since}; this document is written in ${grammar}.`,
    '"capiz migrate --write" raises it',
  ];
}

/** Groups that every reader draws; they need no widget. */
export const GROUPS: ReadonlySet<string> = new Set(['part', 'field-list']);

/**
 * All features of later grammars that a plan needs.
 *
 * @param endpoints - the endpoints that it calls, if known: a page must obey their contracts.
 */
export function needsOf(walk: Walk, endpoints: Plan['endpoints'] = {}): readonly Need[] {
  const needs: Need[] = [];
  for (const node of walk.nodes) addNeeds(node, needs);
  for (const { do: name, critical } of walk.actions) {
    const since = ownOf(shapes.actions, name)?.since ?? 1;
    if (since > 1) needs.push({ since, what: `the action "${name}"`, isSpared: false });
    if (critical?.wish !== undefined) needs.push({ since: 3, what: '"wish" of request', isSpared: false });
  }
  for (const { name, once, empty } of Object.values(endpoints)) {
    if (once) needs.push({ since: 3, what: `"once" of the endpoint "${name}"`, isSpared: false });
    if (empty) needs.push({ since: 3, what: `the reply "none" of the endpoint "${name}"`, isSpared: false });
  }
  for (const name of walk.functions) {
    const since = sinceOfFunction(name);
    if (since > 1) needs.push({ since, what: `the function "${name}"`, isSpared: false });
  }
  return needs;
}

function addNeeds(node: NodePlan, needs: Need[]): void {
  const { id, type, props = {}, lists = {}, supply, fallback, critical } = node;
  const shape = ownOf(shapes.widgets, type);
  if (shape === undefined) return;
  const { since, properties } = shape;
  if (since > 1) {
    // A field that is left out would be missing from what is sent.
    const isSpared = fallback !== undefined || (critical !== true && properties['rules'] === undefined);
    needs.push({ since, what: `the widget "${type}"`, node: id, isSpared });
  }
  for (const group of [props, lists]) {
    for (const name of Object.keys(group)) {
      const property = ownOf(properties, name);
      if (property?.since === undefined || props[name] === property.default) continue;
      needs.push({ since: property.since, what: `"${name}" of ${type}`, node: id, isSpared: false });
    }
  }
  const later = properties['allow']?.later ?? {};
  for (const kind of supply?.allow.kinds ?? []) {
    const of = ownOf(later, kind);
    if (of !== undefined) {
      needs.push({ since: of, what: `"${kind}" among the kinds of ${type}`, node: id, isSpared: false });
    }
  }
}

/** The lowest grammar whose readers show a plan as it is meant, or with what it says for them instead. */
export function grammarOf(walk: Walk, endpoints: Plan['endpoints']): number {
  let lowest = 1;
  for (const { since, isSpared } of needsOf(walk, endpoints)) if (!isSpared && since > lowest) lowest = since;
  return lowest;
}

function ownOf<T>(record: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
