import { type Expression, Failure, type Result, type Scope, type Value } from './expression.ts';
import { findFunction, toText } from './functions.ts';
import { limits } from './limits.generated.ts';
import { isolate } from './isolate.ts';
import { fillPlaceholders, fillShown } from './message.ts';
import { isEqual, isRecord, isRefusedName, isValue, readPath, unsettled } from './value.ts';

/** Number of remaining evaluation steps, shared by all expressions of one pass over a screen. */
export interface Meter {
  left: number;
}

export function createMeter(steps: number = limits.screenSteps): Meter {
  return { left: steps };
}

/**
 * Computes a lowered expression. Never throws, reads only own members, and calls only functions of its
 * tables.
 *
 * If CEL has a value, the result is that value; if CEL has an error, the result is one of three states.
 * Strict operations take the state of their operands: pending before failed before absent, in any order.
 * `&&`, `||`, `exists` and `all` ignore a state if the other operands decide alone (`false && pending` is
 * false, in either order).
 *
 * Failures, by reason: `steps` (more than 10,000 here or 50,000 on `meter`; never ignored), `type` (a value
 * does not have the type that the checker assumed), `overflow` (integer arithmetic beyond ±(2^53−1)),
 * `condition` (a condition of `choose` reads something absent), `size` (a text or a list would be too long),
 * `operation` and `function` (unknown to this release), `internal`.
 */
export function evaluate(expression: Expression, scope: Scope, meter?: Meter): Result {
  return compute(run, expression, scope, meter);
}

/**
 * The same for text that is shown: values in a text are wrapped in Unicode isolates, so that no value changes
 * the reading order of others. Never for values that are sent, copied, compared or stored.
 */
export function evaluateShown(expression: Expression, scope: Scope, meter?: Meter): Result {
  return compute(runShown, expression, scope, meter);
}

type Run = (e: Expression, scope: Scope, meter: Meter) => Result;

function compute(runIt: Run, expression: Expression, scope: Scope, meter: Meter | undefined): Result {
  const allowance = Math.min(limits.expressionSteps, meter?.left ?? limits.expressionSteps);
  const own: Meter = { left: allowance };
  try {
    return runIt(expression, scope, own);
  } catch (error) {
    return error === OUT_OF_STEPS ? new Failure('steps') : new Failure('internal');
  } finally {
    if (meter !== undefined) meter.left -= allowance - Math.max(0, own.left);
  }
}

/**
 * The default of a `choose`: its last entry without a condition that can be computed now.
 *
 * For shown texts that cannot be computed and titles whose data is not loaded; never for amounts, requests or
 * conditions, where a default instead of a failure would be a guess.
 */
export function evaluateDefault(expression: Expression, scope: Scope, meter?: Meter): Value | undefined {
  if (!Array.isArray(expression) || expression[0] !== 'choose') return undefined;
  for (let index = expression.length - 1; index > 0; index--) {
    const [when, value] = expression[index] as readonly [Expression, Expression];
    const result = when === true ? evaluateShown(value, scope, meter) : undefined;
    if (isValue(result)) return result;
  }
  return undefined;
}

const OUT_OF_STEPS = Symbol('out of steps');
const TYPE = new Failure('type');

function spend(meter: Meter, steps: number): void {
  meter.left -= steps;
  if (meter.left < 0) throw OUT_OF_STEPS;
}

function runShown(e: Expression, scope: Scope, meter: Meter): Result {
  if (typeof e !== 'object') return run(e, scope, meter);
  switch (e[0]) {
    case 'text':
      spend(meter, 1);
      return runText(e, scope, meter, runShown);
    case 'choose':
      spend(meter, 1);
      return runChoose(e.slice(1) as (readonly [Expression, Expression])[], scope, meter, runShown);
    case 'or': {
      spend(meter, 1);
      const value = runShown(e[1], scope, meter);
      return value === undefined ? runShown(e[2], scope, meter) : value;
    }
    case 'call':
      spend(meter, 1);
      return runCall(e[1], e.slice(2), scope, meter, e[1] === 'join');
    default:
      return run(e, scope, meter);
  }
}

function run(e: Expression, scope: Scope, meter: Meter): Result {
  spend(meter, 1);
  if (typeof e !== 'object') return e;
  switch (e[0]) {
    case 'get':
      return scope.read(e.slice(1));
    case 'member':
      return readPath(run(e[1], scope, meter), e.slice(2) as string[]);
    case 'at':
      return runEntry(e[1], e[2], scope, meter);
    case 'has':
      return runHas(e[1], scope, meter);
    case 'or': {
      const value = run(e[1], scope, meter);
      return value === undefined ? run(e[2], scope, meter) : value;
    }
    case '!': {
      const value = asBoolean(run(e[1], scope, meter));
      return typeof value === 'boolean' ? !value : value;
    }
    case 'neg': {
      const value = run(e[1], scope, meter);
      return typeof value === 'number' ? -value : isValue(value) ? TYPE : value;
    }
    case '&&':
      return runLogical(false, e[1], e[2], scope, meter);
    case '||':
      return runLogical(true, e[1], e[2], scope, meter);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '+!':
    case '-!':
    case '*!': {
      const left = run(e[1], scope, meter);
      const right = run(e[2], scope, meter);
      if (!isValue(left) || !isValue(right)) return unsettled(left, right);
      return runBinary(e[0], left, right, meter);
    }
    case 'list':
      return runList(e.slice(1), scope, meter);
    case 'record':
      return runRecord(e[1], scope, meter);
    case 'each':
      return runEach(e[1], e[2], e[3], scope, meter);
    case 'filter':
      return runFilter(e[1], e[2], e[3], scope, meter);
    case 'exists':
      return runQuantifier(true, e[1], e[2], e[3], scope, meter);
    case 'all':
      return runQuantifier(false, e[1], e[2], e[3], scope, meter);
    case 'call':
      return runCall(e[1], e.slice(2), scope, meter);
    case 'choose':
      return runChoose(e.slice(1) as (readonly [Expression, Expression])[], scope, meter);
    case 'text':
      return runText(e, scope, meter);
    default:
      // The types exclude this operation, but a plan of a newer compiler may have it.
      return new Failure('operation');
  }
}

/** An operand of a boolean operation; a value that is no Boolean is a failure. */
function asBoolean(result: Result): Result {
  return typeof result !== 'boolean' && isValue(result) ? TYPE : result;
}

/** `decisive` is the operand that decides alone: false for `&&`, true for `||`. */
function runLogical(decisive: boolean, a: Expression, b: Expression, scope: Scope, meter: Meter): Result {
  const left = asBoolean(run(a, scope, meter));
  if (left === decisive) return decisive;
  const right = asBoolean(run(b, scope, meter));
  if (right === decisive) return decisive;
  return isValue(left) && isValue(right) ? !decisive : unsettled(left, right);
}

function runBinary(op: string, left: Value, right: Value, meter: Meter): Result {
  const count = (steps: number) => spend(meter, steps);
  switch (op) {
    case '==':
      return isEqual(left, right, count);
    case '!=':
      return !isEqual(left, right, count);
    case 'in':
      return runIn(left, right, meter);
  }
  if (typeof left !== typeof right || typeof left === 'object') return TYPE;
  const compared = compare(op, left, right);
  if (compared !== undefined) return compared;
  if (typeof left !== 'number' || typeof right !== 'number') return TYPE;
  const result = op[0] === '+' ? left + right : op[0] === '-' ? left - right : left * right;
  if (op.length === 1) return result;
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(right)) return TYPE;
  return Number.isSafeInteger(result) ? result : new Failure('overflow');
}

function compare(op: string, left: Value, right: Value): boolean | undefined {
  switch (op) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

function runIn(item: Value, container: Value, meter: Meter): Result {
  if (Array.isArray(container)) {
    return container.some((other: Value) => {
      spend(meter, 1);
      return isEqual(item, other, (steps) => spend(meter, steps));
    });
  }
  if (!isRecord(container)) return TYPE;
  return typeof item === 'string' && readPath(container, [item]) !== undefined;
}

/** Reads a form's map by the path of one entry: reading the whole map would depend on every field. */
function runEntry(container: Expression, key: Expression, scope: Scope, meter: Meter): Result {
  const index = run(key, scope, meter);
  if (typeof index !== 'string' || !isFormValue(container)) return runAt(run(container, scope, meter), index);
  spend(meter, 1);
  return scope.read([...container.slice(1), index]);
}

/** `form.<id>.<name>`, or deeper. */
function isFormValue(e: Expression): e is readonly ['get', ...string[]] {
  return typeof e === 'object' && e[0] === 'get' && e[1] === 'form' && e.length > 3;
}

/** `[?…]` is absent if the index, the key or the container is missing, as in CEL. */
function runAt(container: Result, index: Result): Result {
  if (!isValue(container) || !isValue(index)) return unsettled(container, index);
  if (!Array.isArray(container)) return typeof index === 'string' ? readPath(container, [index]) : undefined;
  return Number.isInteger(index) && (index as number) >= 0 ? container[index as number] : undefined;
}

// By root: the number of declared names after it, which are always present.
const DECLARED = new Map([
  ['params', 1],
  ['session', 1],
  ['device', 1],
  ['data', 1],
  ['fetched', 1],
  ['state', 1],
  ['kept', 1],
  ['config', 2],
  ['form', 2],
  ['timer', 2],
]);

/**
 * Whether the last name of a path is present. If its parent is absent, CEL fails, so the result is absent:
 * `!has(a.b)` must not become true because `a` is missing.
 */
function runHas(path: Expression, scope: Scope, meter: Meter): Result {
  const value = run(path, scope, meter);
  if (value !== undefined) return isValue(value) ? true : value;
  if (typeof path !== 'object') return false;
  let holder: Result = true;
  if (path[0] === 'get') {
    const names = path.slice(1, -1) as string[];
    if (names.length > (DECLARED.get(names[0] ?? '') ?? 0)) holder = scope.read(names);
  } else if (path[0] === 'member') {
    holder = readPath(run(path[1], scope, meter), path.slice(2, -1) as string[]);
  }
  return isValue(holder) ? false : holder;
}

/** A list literal. An `each` in it contributes all of its items. */
function runList(items: readonly Expression[], scope: Scope, meter: Meter): Result {
  const isEach = (item: Expression) => Array.isArray(item) && item[0] === 'each';
  const values = runAll(items, scope, meter);
  if (!Array.isArray(values) || !items.some(isEach)) return values;
  return (values as readonly Value[]).flatMap((value, index) =>
    isEach(items[index] ?? '') ? (value as readonly Value[]) : [value],
  );
}

function runEach(e: Expression, name: string, body: Expression, scope: Scope, meter: Meter): Result {
  const list = run(e, scope, meter);
  if (!Array.isArray(list)) return isValue(list) ? TYPE : list;
  const values: Value[] = [];
  let blocked: Result = true;
  for (const item of list as readonly Value[]) {
    const value = run(body, scope.with(name, item), meter);
    if (isValue(value)) values.push(value);
    else if (value !== undefined) blocked = unsettled(blocked, value);
  }
  return blocked === true ? values : blocked;
}

/** Computes all items; if one is absent, so is the result. */
function runAll(
  items: readonly Expression[],
  scope: Scope,
  meter: Meter,
): readonly Value[] | Exclude<Result, Value> {
  const values: Value[] = [];
  let blocked: Result = true;
  for (const item of items) {
    const value = run(item, scope, meter);
    if (isValue(value)) values.push(value);
    else blocked = unsettled(blocked, value);
  }
  return blocked === true ? values : (blocked as Exclude<Result, Value>);
}

function runRecord(members: { readonly [name: string]: Expression }, scope: Scope, meter: Meter): Result {
  const record: { [name: string]: Value } = {};
  let blocked: Result = true;
  for (const name of Object.keys(members)) {
    if (isRefusedName(name)) continue;
    const value = run(members[name] as Expression, scope, meter);
    if (isValue(value)) record[name] = value;
    else if (value !== undefined) blocked = unsettled(blocked, value);
  }
  return blocked === true ? record : blocked;
}

function runFilter(e: Expression, name: string, body: Expression, scope: Scope, meter: Meter): Result {
  const list = run(e, scope, meter);
  if (!Array.isArray(list)) return isValue(list) ? TYPE : list;
  const kept: Value[] = [];
  let blocked: Result = true;
  for (const item of list as readonly Value[]) {
    const holds = asBoolean(run(body, scope.with(name, item), meter));
    if (holds === true) kept.push(item);
    else if (holds !== false) blocked = unsettled(blocked, holds);
  }
  return blocked === true ? kept : blocked;
}

/** `decisive` is the result of an item that decides alone: true for `exists`, false for `all`. */
function runQuantifier(
  decisive: boolean,
  e: Expression,
  name: string,
  body: Expression,
  scope: Scope,
  meter: Meter,
): Result {
  const list = run(e, scope, meter);
  if (!Array.isArray(list)) return isValue(list) ? TYPE : list;
  let blocked: Result = !decisive;
  for (const item of list as readonly Value[]) {
    const holds = asBoolean(run(body, scope.with(name, item), meter));
    if (holds === decisive) return decisive;
    if (!isValue(holds)) blocked = unsettled(blocked, holds);
  }
  return blocked;
}

function runCall(
  name: string,
  args: readonly Expression[],
  scope: Scope,
  meter: Meter,
  isolatesItems = false,
): Result {
  const body = findFunction(name);
  if (body === undefined) return new Failure('function');
  const given = runAll(args, scope, meter);
  if (!Array.isArray(given)) return given as Exclude<Result, Value>;
  const values = isolatesItems ? given.map(isolateItems) : given;
  // Calendar functions are slower than others, even for a long text that is no date.
  if (name === 'date' || name === 'daysUntil') {
    spend(meter, 4);
    return body(values as readonly Value[], scope.locale);
  }
  // The cost grows with the data: lists by item, texts by length, and a text after a list once per item (as a
  // separator).
  let times = 1;
  for (const value of values as readonly Value[]) {
    if (typeof value === 'string') spend(meter, Math.floor((value.length * times) / 32));
    else if (Array.isArray(value)) {
      times = value.length;
      spend(meter, times);
      for (const item of value) if (typeof item === 'string') spend(meter, item.length >> 5);
    } else if (isRecord(value)) spend(meter, Object.keys(value).length >> 2);
  }
  return body(values as readonly Value[], scope.locale);
}

function isolateItems(value: Value): Value {
  return Array.isArray(value)
    ? value.map((item: Value) => (typeof item === 'string' ? isolate(item) : item))
    : value;
}

function runChoose(
  entries: readonly (readonly [Expression, Expression])[],
  scope: Scope,
  meter: Meter,
  runValue: Run = run,
): Result {
  for (const [when, then] of entries) {
    const holds = asBoolean(run(when, scope, meter));
    if (holds === false) continue;
    // The condition could not be computed, so the next entry must not be used either.
    if (holds !== true) return holds === undefined ? new Failure('condition') : holds;
    const value = runValue(then, scope, meter);
    if (value !== undefined) return value;
  }
  return undefined;
}

function runText(
  [, source, names, context]: Extract<Expression, readonly ['text', ...unknown[]]>,
  scope: Scope,
  meter: Meter,
  runValue: Run = run,
): Result {
  const values = new Map<string, string | number>();
  let blocked: Result = true;
  for (const name of names === undefined ? [] : Object.keys(names)) {
    const value = runValue(names?.[name] as Expression, scope, meter);
    const text = isValue(value) ? toText(value) : value;
    if (typeof text === 'string') values.set(name, typeof value === 'number' ? value : text);
    else blocked = unsettled(blocked, text);
  }
  if (blocked !== true) return blocked;
  const words = scope.locale.message(source, values, context);
  // Nested texts can double in length each time, so the steps are counted before the text is made.
  let longest = 0;
  for (const value of values.values()) longest = Math.max(longest, String(value).length);
  spend(meter, Math.floor(((words.split('{').length - 1) * longest) / 32));
  return runValue === run ? fillPlaceholders(words, values) : fillShown(words, values);
}
