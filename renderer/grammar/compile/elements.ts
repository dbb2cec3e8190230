import { parsePattern } from '../../plan/pattern.ts';
import type { EachPlan, ElementPlan } from '../../plan/plan.ts';
import { itemOf } from '../flow/flow.ts';
import { isJson, type Json } from '../json.ts';
import { checkNewName, joinTypes, typeName } from '../expression/index.ts';
import { joinPointer } from '../pointer.ts';
import { shapes } from '../shapes.generated.ts';
import type { Flow, Type } from '../type.ts';
import type { Draft } from './draft.ts';
import { checkOptions } from './field-constants.ts';
import { readProperties } from './properties.ts';
import { readsOf, showsMoney } from './plan-expression.ts';
import { readRemoteRule } from './remote-rule.ts';
import type { Scope } from './scope.ts';

const COMMON = new Set(['each', 'as', 'at', 'key', 'visibleWhen']);

/** A remote rule is read as a whole: its properties depend on each other. */
const CALL = new Set([...COMMON, 'endpoint', 'with']);
const REMOTE = new Set([...CALL, 'check']);

/** Binds a new name. Reports a name that is already taken. */
export function bindName(
  draft: Draft,
  name: string,
  pointer: string,
  scope: Scope,
  type: Type | undefined,
  {
    absent = false,
    flow,
    isTyped = false,
  }: { readonly absent?: boolean; readonly flow?: Flow; readonly isTyped?: boolean } = {},
): Scope {
  const taken = checkNewName(name, scope.names());
  if (taken !== undefined) draft.report('name/taken', pointer, `"${name}" ${taken}.`, 'choose another name');
  const bound = type === undefined ? undefined : { type, absent, ...(flow && { flow }) };
  return scope.bind(name, bound, isTyped);
}

/** Reads `visibleWhen`. `shown` is the scope of the content, which exists only if the condition is true. */
export function readVisible(draft: Draft, raw: Json, pointer: string, scope: Scope) {
  if (raw['visibleWhen'] === undefined) return { visible: undefined, shown: scope };
  const visible = draft.condition(raw['visibleWhen'], `${pointer}/visibleWhen`, scope);
  return { visible: visible.lowered, shown: scope.prove(visible.whenTrue) };
}

/** Reads `each` with `as`, `at` and `key`, and returns the scope of one item. */
export function readEach(
  draft: Draft,
  raw: Json,
  pointer: string,
  scope: Scope,
): { each?: EachPlan; scope: Scope } {
  if (raw['each'] === undefined) {
    // A repeating group repeats over its own list and may have `as` and `at` without `each`.
    const names = raw['type'] === 'repeat' ? ['key'] : ['as', 'at', 'key'];
    const stray = names.find((name) => raw[name] !== undefined);
    if (stray !== undefined) {
      draft.reportName(
        'each/no-list',
        joinPointer(pointer, stray),
        `"${stray}" has no effect without "each".`,
      );
    }
    return { scope };
  }
  const list = draft.expression(raw['each'], `${pointer}/each`, scope, {
    kind: 'list',
    items: { kind: 'any' },
  });
  const items = list?.type.kind === 'list' ? list.type.items : undefined;
  const isTyped = readsOf(list?.lowered).some((path) => scope.isTyped(path.split('.', 1)[0] ?? ''));
  const { as, at } = raw;
  if (as === undefined) {
    draft.report(
      'each/no-name',
      `${pointer}/each`,
      '"each" requires "as", the name of an item in expressions.',
      'add "as"',
    );
  }
  let inner = scope;
  if (typeof as === 'string') {
    const flow = itemOf(draft.flowOf(list?.lowered, scope));
    inner = bindName(draft, as, `${pointer}/as`, inner, items, { flow, isTyped });
  }
  if (typeof at === 'string') inner = bindName(draft, at, `${pointer}/at`, inner, { kind: 'integer' });
  const key = readKey(draft, raw['key'], `${pointer}/key`, inner);
  if (list === undefined || typeof as !== 'string') return { scope: inner };
  const placeholders = raw['placeholders'];
  return {
    scope: inner,
    each: {
      list: list.lowered,
      as,
      ...(typeof at === 'string' ? { at } : {}),
      ...(key === undefined ? {} : { key }),
      ...(typeof placeholders === 'number' ? { placeholders } : {}),
    },
  };
}

function readKey(draft: Draft, raw: unknown, pointer: string, scope: Scope): EachPlan['key'] {
  const key = draft.expression(raw, pointer, scope);
  if (key === undefined) return undefined;
  if (key.type.kind === 'text' || key.type.kind === 'integer') return key.lowered;
  draft.report('each/bad-key', pointer, `A key is Text or Integer; this is ${typeName(key.type)}.`);
  return undefined;
}

/**
 * Reads rows, options, tags or rules: each becomes one element, whose values are read under its own
 * condition.
 *
 * @param field For rules: the path of their field, if a definition can name it.
 * @returns Also the type of each property, and the origin of the `value` of each option or suggestion.
 */
export function compileElements(
  draft: Draft,
  element: string,
  raw: unknown,
  pointer: string,
  scope: Scope,
  field?: string,
): { elements: ElementPlan[]; types: ReadonlyMap<string, Type>; values: readonly Flow[] } {
  const shape = shapes.elements[element];
  const elements: ElementPlan[] = [];
  const types = new Map<string, Type>();
  const values: Flow[] = [];
  if (!Array.isArray(raw) || shape === undefined) return { elements, types, values };
  if (element === 'option') checkOptions(draft, raw, pointer);
  raw.forEach((item: unknown, index) => {
    if (!isJson(item)) return;
    const at = joinPointer(pointer, index);
    const { each, scope: inner } = readEach(draft, item, at, scope);
    const { visible, shown } = readVisible(draft, item, at, inner);
    const isRemote = element === 'rule' && item['rule'] === 'remote';
    const apart = isRemote ? REMOTE : element === 'rule' ? CALL : COMMON;
    const read = readProperties(draft, shape.properties, item, at, shown, apart);
    if (element === 'rule') checkRule(draft, item, at);
    if (isRemote) Object.assign(read.props, readRemoteRule(draft, item, at, shown, field));
    for (const [name, type] of read.types) {
      const known = types.get(name);
      types.set(name, known === undefined ? type : (joinTypes(known, type) ?? { kind: 'any' }));
    }
    if (Object.values(read.props).some(showsMoney)) {
      draft.noteDeciding(visible, `${at}/visibleWhen`, inner);
    }
    if (element === 'option' || element === 'suggestion')
      values.push(draft.flowOf(read.props['value'], shown));
    elements.push({
      ...(each === undefined ? {} : { each }),
      ...(visible === undefined ? {} : { visible }),
      props: read.props,
    });
  });
  return { elements, types, values };
}

const RULE_NEEDS: { readonly [rule: string]: readonly string[] } = {
  length: ['min', 'max'],
  range: ['min', 'max'],
  pattern: ['pattern'],
  equals: ['value'],
  check: ['check'],
  remote: ['endpoint'],
  multiple: ['of'],
  unique: ['fields'],
};

function checkRule(draft: Draft, raw: Json, pointer: string): void {
  const { rule, pattern } = raw;
  if (typeof rule !== 'string') return;
  if (typeof pattern === 'string' && parsePattern(pattern) === undefined) {
    draft.report(
      'rule/bad-pattern',
      joinPointer(pointer, 'pattern'),
      'The page cannot match this pattern: look-around and back-references can take unlimited time.',
    );
  }
  const needs = Object.hasOwn(RULE_NEEDS, rule) ? (RULE_NEEDS[rule] ?? []) : [];
  if (needs.length === 0 || needs.some((name) => raw[name] !== undefined)) return;
  draft.report(
    'rule/incomplete',
    pointer,
    `The rule "${rule}" requires ${needs.map((name) => `"${name}"`).join(' or ')}.`,
  );
}
