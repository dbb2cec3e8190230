import { functions } from '../plan/functions.generated.ts';
import { RECEIVER_CALLS } from './expression/functions.ts';
import { typeName } from './expression/index.ts';
import { textsIn } from './pointer.ts';
import type { Type, TypeContext } from './type.ts';
import type { Reading } from './world.ts';

/** The names and types that a text can read. */
export interface TextScope {
  readonly scope: TypeContext;
  /** Whether expressions are written in `${…}`. */
  readonly isTemplate: boolean;
}

/**
 * @param pointer - Of a text.
 * @returns Undefined for a text that is not an expression or value.
 */
export function scopeAt(readings: readonly Reading[], pointer: string): TextScope | undefined {
  // Nested readings come later and have a larger scope.
  const found = [...readings]
    .reverse()
    .find((one) => [...textsIn(one.raw, one.pointer)].some(([at]) => at === pointer));
  return found && { scope: found.scope, isTemplate: found.isValue };
}

/** The scope of the nearest text: at or in the pointer, else beside or around it. */
export function scopeNear(readings: readonly Reading[], pointer: string): TypeContext | undefined {
  for (let around = pointer; around !== ''; around = around.slice(0, around.lastIndexOf('/'))) {
    const found = readings.find((one) => one.pointer === around || one.pointer.startsWith(`${around}/`));
    if (found !== undefined) return found.scope;
  }
  return undefined;
}

/** A possible next name of a path. */
export interface PathName {
  readonly name: string;
  /** Type of the value: `Money`, possibly with `, may be absent`. */
  readonly type: string;
}

/**
 * Completions at the end of a text, and how much of the name is already typed.
 *
 * @param before - The text up to the caret, unescaped.
 * @returns Undefined in words, in a string literal, and after something that is no path.
 */
export function namesAfter(
  before: string,
  { scope, isTemplate }: TextScope,
):
  | { readonly begun: string; readonly names: readonly PathName[]; readonly calls: readonly Call[] }
  | undefined {
  const expression = isTemplate ? openExpression(before) : before;
  if (expression === undefined || isInText(expression)) return undefined;
  const path = /(?<![\w.\])])((?:[A-Za-z_]\w*(?:\[\d+\])*\.)*)(\w*)$/.exec(expression);
  if (path === null) return undefined;
  const [, around = '', begun = ''] = path;
  if (around === '') return { begun, names: rootsOf(scope), calls: CALLS };
  const type = typeAt(around.slice(0, -1), scope);
  return { begun, names: membersOf(type), calls: callsOn(type) };
}

/** A function of expressions, or a macro. */
export interface Call {
  readonly name: string;
  /** `(money) → text`; on a receiver without its first parameter. */
  readonly signature: string;
  readonly help: string;
}

const ALL_CALLS: readonly Call[] = Object.entries(functions).map(([name, shape]) => {
  const given = RECEIVER_CALLS.has(name) ? shape.arguments.slice(1) : shape.arguments;
  return { name, signature: `(${given.join(', ')}) → ${shape.result}`, help: shape.description };
});
const HAS: Call = {
  name: 'has',
  signature: '(path) → boolean',
  help: 'Whether the last member of the path is there.',
};
/** Calls without a receiver. */
const CALLS: readonly Call[] = [...ALL_CALLS.filter(({ name }) => !RECEIVER_CALLS.has(name)), HAS];
const ON_TEXT: readonly Call[] = ALL_CALLS.filter(({ name }) => RECEIVER_CALLS.has(name));
const ON_LIST: readonly Call[] = [
  ['filter', 'condition) → list', 'The items for which the condition is true.'],
  ['map', 'value) → list', 'The value for each item.'],
  ['exists', 'condition) → boolean', 'Whether the condition is true for one item at least.'],
  ['all', 'condition) → boolean', 'Whether the condition is true for every item.'],
  ['count', 'condition) → integer', 'The number of items for which the condition is true.'],
  ['sum', 'value) → number|money', 'The sum of the values of all items.'],
  ['min', 'value) → number|money?', 'The smallest value; absent if the list is empty.'],
  ['max', 'value) → number|money?', 'The largest value; absent if the list is empty.'],
].map(([name = '', rest = '', help = '']) => ({ name, signature: `(item, ${rest}`, help }));

function callsOn(type: Type | undefined): readonly Call[] {
  if (type?.kind === 'text') return ON_TEXT;
  return type?.kind === 'list' ? ON_LIST : [];
}

function openExpression(before: string): string | undefined {
  const at = before.lastIndexOf('${');
  return at < 0 || before.includes('}', at) ? undefined : before.slice(at + 2);
}

/** Whether the end is inside quotes. */
function isInText(expression: string): boolean {
  return /^(?:[^'"\\]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")*$/s.exec(expression) === null;
}

function rootsOf(scope: TypeContext): PathName[] {
  return scope.names().flatMap((name) => {
    const root = scope.root(name);
    return root === undefined ? [] : [named(name, root)];
  });
}

function typeAt(path: string, scope: TypeContext): Type | undefined {
  const [first = '', ...rest] = path.split(/\.|(?=\[)/);
  return rest.reduce<Type | undefined>(
    (of, name) => (name.startsWith('[') ? itemOf(of) : memberOf(of, name)),
    scope.root(first)?.type,
  );
}

function membersOf(type: Type | undefined): PathName[] {
  return type?.kind === 'record' ? [...type.members].map(([name, member]) => named(name, member)) : [];
}

function itemOf(type: Type | undefined): Type | undefined {
  return type?.kind === 'list' ? type.items : undefined;
}

function memberOf(type: Type | undefined, name: string): Type | undefined {
  if (type?.kind === 'map') return type.items;
  return type?.kind === 'record' ? type.members.get(name)?.type : undefined;
}

function named(name: string, { type, absent }: { readonly type: Type; readonly absent: boolean }): PathName {
  return { name, type: `${typeName(type)}${absent ? ', may be absent' : ''}` };
}
