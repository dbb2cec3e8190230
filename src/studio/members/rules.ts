import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { type NodeShape, shapes } from '#renderer/grammar/shapes.generated.ts';
import { FIRST_MESSAGE } from './patterns.ts';

/* Which members each rule reads, and how a new rule begins. */

const MEMBERS: { readonly [rule: string]: readonly string[] } = {
  required: [],
  length: ['min', 'max'],
  range: ['min', 'max'],
  pattern: ['pattern'],
  equals: ['value'],
  check: ['check'],
  remote: ['endpoint', 'with', 'check', 'debounceMs'],
  // The pattern input offers these two rules by name.
  email: ['pattern'],
  phone: ['pattern', 'kind'],
  multiple: ['of'],
  unique: ['fields'],
};
/** Members of every rule. */
const COMMON: ReadonlySet<string> = new Set([
  'rule',
  'message',
  'when',
  'each',
  'as',
  'at',
  'key',
  'visibleWhen',
]);
/** Rules that cannot be warnings. */
const BLOCKING: ReadonlySet<string> = new Set(['required', 'remote', 'unique']);

/** Whether a member means something for a rule of a widget. */
export function isOfRule(widget: Json, rule: string, member: string): boolean {
  if (member === 'blocks')
    return (
      !BLOCKING.has(rule) && shapeOf(widget['type'])?.writes !== 'boolean' && widget['number'] !== 'money'
    );
  return COMMON.has(member) || MEMBERS[rule]?.includes(member) !== false;
}

const COMPARED = ['required', 'equals', 'check', 'remote'];
const TYPED = ['required', 'length', 'pattern', 'email', 'phone', 'equals', 'check', 'remote'];
const NUMBER = ['required', 'range', 'multiple', 'equals', 'check', 'remote'];
const LIST = ['required', 'length', 'check'];

/** The rules that the value of a widget can have, by the type of the value in the widget's schema. */
export function rulesOf({ type }: Json): readonly string[] {
  if (type === 'repeat') return [...LIST, 'unique'];
  const shape = shapeOf(type);
  const writes = shape?.writes;
  if (writes === 'text') return shape?.properties['maxLength'] === undefined ? COMPARED : TYPED;
  if (!isJson(writes)) return writes === 'integer' ? NUMBER : COMPARED;
  if (writes['list'] !== undefined) return LIST;
  return writes['by'] === 'number' ? NUMBER : COMPARED;
}

function shapeOf(type: unknown): NodeShape | undefined {
  return shapes.widgets[wordOf(type)];
}

/** What a rule needs besides its message. A person replaces these values. */
const NEEDS: { readonly [rule: string]: Json } = {
  length: { max: 100 },
  range: { min: 0 },
  pattern: { pattern: '^.+$' },
  equals: { value: '' },
  check: { check: 'true' },
  multiple: { of: 1 },
};

/** A new rule of a widget. */
export function writeRule(rule: string, names: readonly string[]): Json {
  return {
    rule,
    ...(rule === 'unique' ? { fields: names.slice(0, 1) } : NEEDS[rule]),
    message: rule === 'required' ? 'Enter a value' : FIRST_MESSAGE,
  };
}
