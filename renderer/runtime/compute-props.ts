import { evaluate, evaluateDefault, evaluateShown, type Meter } from '../plan/evaluate.ts';
import { type Expression, Failure, PENDING, type Result, type Value } from '../plan/expression.ts';
import type { EachPlan, ElementPlan, NodePlan } from '../plan/plan.ts';
import type { LiveScope } from './scope.ts';

export type Props = { readonly [name: string]: unknown };

/** Context of one computation of a unit. */
export interface Pass {
  /** Remaining steps for all computations of a commit. */
  readonly meter: Meter;
  /** Reports a failed computation: a stable code and the property. */
  fault(code: string, detail: string): void;
}

const DEFAULT_PLACEHOLDERS = 3;

/** Shown where a text cannot be computed. */
const EM_DASH = '—';

/** A node's properties for its widget. Absent ones are left out; loading ones are PENDING. */
export function computeProps(plan: NodePlan, scope: LiveScope, pass: Pass): Props {
  const props: { [name: string]: unknown } = computeRecord(plan.props, scope, pass);
  if (plan.lists === undefined) return props;
  for (const [name, elements] of Object.entries(plan.lists)) {
    // Rules are not properties: the form evaluates them.
    if (name === 'rules') continue;
    props[name] = elements.flatMap((element, index) => computeElement(element, index, scope, pass));
  }
  return props;
}

/**
 * A copy with the results of expressions. Copying takes less memory than growing an object, and most values are
 * literal.
 */
function computeRecord(
  written: { readonly [name: string]: Expression } | undefined,
  scope: LiveScope,
  pass: Pass,
): { [name: string]: unknown } {
  const record: { [name: string]: unknown } = { ...written };
  let isWhole = true;
  for (const name of Object.keys(record)) {
    const expression = record[name] as Expression;
    if (typeof expression !== 'object') continue;
    record[name] = computeMember(name, expression, scope, pass);
    if (record[name] === undefined) isWhole = false;
  }
  return isWhole
    ? record
    : Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Undefined if the value is absent. */
function computeMember(name: string, expression: Expression, scope: LiveScope, pass: Pass): unknown {
  const result = evaluateShown(expression, scope, pass.meter);
  if (!(result instanceof Failure)) return result;
  pass.fault('text/failed', `${name}: ${result.reason}`);
  return isForPeople(expression) ? (evaluateDefault(expression, scope) ?? EM_DASH) : undefined;
}

/** Whether an expression gives text, so that a dash can replace it. */
function isForPeople(expression: Expression): boolean {
  if (!Array.isArray(expression)) return false;
  const operation = expression as Exclude<Expression, string | number | boolean>;
  if (operation[0] === 'text') return true;
  if (operation[0] === 'call') return ['money', 'number', 'date', 'tail', 'join'].includes(operation[1]);
  if (operation[0] !== 'choose') return false;
  return (operation.slice(1) as [Expression, Expression][]).some(([, value]) => isForPeople(value));
}

function computeElement(element: ElementPlan, index: number, scope: LiveScope, pass: Pass): readonly Props[] {
  if (!element.each) return drawElement(element, String(index), scope, pass);
  const list = listItems(element.each, scope, pass);
  return list.flatMap(({ key, item, at }) =>
    drawElement(element, `${index}:${key}`, itemScope(element.each as EachPlan, scope, item, at), pass),
  );
}

function drawElement(element: ElementPlan, key: string, scope: LiveScope, pass: Pass): readonly Props[] {
  return isVisible(element.visible, scope, pass)
    ? [{ ...computeRecord(element.props, scope, pass), key }]
    : [];
}

/**
 * Whether the condition lets the node be visible. False, pending and failed conditions all hide it; a failure is
 * reported.
 */
export function isVisible(visible: Expression | undefined, scope: LiveScope, pass: Pass): boolean {
  if (visible === undefined) return true;
  const result = evaluate(visible, scope, pass.meter);
  if (result instanceof Failure) pass.fault('condition/failed', result.reason);
  return result === true;
}

/** Evaluates a precondition. A result that is not certain counts as false. */
export function holds(condition: Expression | undefined, scope: LiveScope): boolean {
  return condition === undefined || evaluate(condition, scope) === true;
}

export interface ListItem {
  readonly key: string;
  readonly item: Result;
  readonly at: number;
}

/**
 * The items of an `each` with their keys. The key is the index if there is no `key`, or if a key is repeated or is
 * neither a text nor a number (which is reported). A loading list has placeholder items, which are pending.
 */
export function listItems(each: EachPlan, scope: LiveScope, pass: Pass): readonly ListItem[] {
  const list = evaluate(each.list, scope, pass.meter);
  if (list === PENDING) {
    const count = each.placeholders ?? DEFAULT_PLACEHOLDERS;
    return Array.from({ length: count }, (_, at) => ({ key: `~${at}`, item: PENDING, at }));
  }
  if (list instanceof Failure) {
    pass.fault('list/failed', list.reason);
    return [];
  }
  if (!Array.isArray(list)) return [];
  const taken = new Set<string>();
  return list.map((item: Value, at) => {
    let key = keyOf(each, scope, item, at, pass);
    if (taken.has(key)) {
      pass.fault('list/repeated-key', each.as);
      key = `#${at}`;
    }
    taken.add(key);
    return { key, item, at };
  });
}

function keyOf(each: EachPlan, scope: LiveScope, item: Value, at: number, pass: Pass): string {
  if (each.key === undefined) return String(at);
  const key = evaluate(each.key, itemScope(each, scope, item, at), pass.meter);
  if (typeof key === 'string' || typeof key === 'number') return String(key);
  pass.fault('list/no-key', each.as);
  return `#${at}`;
}

function itemScope(each: EachPlan, scope: LiveScope, item: Result, at: number): LiveScope {
  const withItem = scope.with(each.as, item);
  return each.at === undefined ? withItem : withItem.with(each.at, at);
}
