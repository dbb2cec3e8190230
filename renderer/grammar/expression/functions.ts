import { didYouMean, unknownName } from '../nearest.ts';
import { functions } from '#renderer/plan/functions.generated.ts';
import { limits } from '#renderer/plan/limits.generated.ts';
import type { StringProblem, Type } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import { isDay } from './literals.ts';
import { joinWritten } from './operators.ts';
import { MACROS } from './names.ts';
import type { Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { isAssignable, typeName } from './types.ts';

/** Functions that are called with a dot: `text.contains('a')`. */
export const RECEIVER_CALLS: ReadonlySet<string> = new Set([
  ...['contains', 'startsWith', 'endsWith'],
  ...['trim', 'lowerAscii', 'upperAscii', 'replace', 'split'],
]);

/**
 * A parameter of kind `list` takes a list of Text. In a parameter with alternatives, a list may have any
 * items.
 */
const LIST_OF_TEXT = { kind: 'list', items: { kind: 'text' } } as const satisfies Type;

/** Styles are literals, so that the formats of a definition are known without its data. */
const STYLES: { readonly [name: string]: readonly string[] } = {
  date: ['medium', 'long', 'weekday', 'time'],
  number: ['dot'],
  percent: ['nearest', 'up', 'down'],
};

const HELP_FOR_UNKNOWN = new Map([
  ['matches', 'use contains, startsWith or endsWith; patterns are rules of form fields'],
  ['exists_one', 'use exists'],
  ['lower', 'write text.lowerAscii()'],
  ['upper', 'write text.upperAscii()'],
  ['toLowerCase', 'write text.lowerAscii()'],
  ['toUpperCase', 'write text.upperAscii()'],
  ['string', 'write a text with ${…}; number(…), money(…) and date(…) format'],
  ['double', 'numbers need no conversion'],
  ['int', 'numbers need no conversion; "read": "integer" in the contract makes an Integer'],
  ['timestamp', "dates come from contracts; compare them by daysUntil(…), or with day('2026-12-24')"],
]);

type CallSyntax = Extract<Syntax, { kind: 'call' }>;

/** Checks that a call names a function and has its form and number of arguments. */
export function checkCallShape(node: CallSyntax): StringProblem | undefined {
  const { name, receiver, args } = node;
  if (!Object.hasOwn(functions, name))
    return MACROS.includes(name) ? misusedMacro(node) : unknownFunction(node);
  if (RECEIVER_CALLS.has(name) !== (receiver !== undefined)) {
    const form = FORMS.get(name) ?? (RECEIVER_CALLS.has(name) ? `a.${name}('…')` : `${name}(a)`);
    const help = RECEIVER_CALLS.has(name) ? undefined : `write ${name}(x) instead of x.${name}()`;
    return error('expression/arguments', node.at, node.length, `"${name}" is called as ${form}.`, help);
  }
  const wanted = parametersOf(name);
  const given = args.length + (receiver === undefined ? 0 : 1);
  const least = wanted.filter((kind) => !kind.endsWith('?')).length;
  if (given >= least && given <= wanted.length) return undefined;
  const hidden = receiver === undefined ? 0 : 1;
  const counts =
    least === wanted.length ? `${least - hidden}` : `${least - hidden} to ${wanted.length - hidden}`;
  const message = `"${name}" takes ${counts} argument${counts === '1' ? '' : 's'}, not ${args.length}.`;
  return error('expression/arguments', node.at, node.length, message);
}

/** Checks the arguments of a call with a valid shape. The receiver is the first argument. */
export function checkCall(
  node: CallSyntax,
  nodes: readonly Syntax[],
  args: readonly Checked[],
): Checked | StringProblem {
  const wanted = parametersOf(node.name);
  for (const [index, argument] of args.entries()) {
    const kind = (wanted[index] ?? '').replace('?', '');
    const place = nodes[index] ?? node;
    const problem =
      kind === 'style'
        ? (checkStyle(node.name, place) ?? checkStyled(node.name, args[0]?.type, place))
        : checkArgument(node.name, kind, argument.type, place);
    if (problem !== undefined) return problem;
  }
  if (node.name === 'day') return checkDay(nodes[0] ?? node);
  const result = resultOf(node, nodes, args);
  if ('code' in result) return result;
  // Pages of earlier grammars know the size of lists and maps only.
  const isText = args[0]?.type.kind === 'text' || args[0]?.type.kind === 'url';
  const name = node.name === 'size' && isText ? 'size!' : node.name;
  const lowered = ['call', name, ...args.map((argument) => argument.lowered)] as const;
  return { ...compose(result.type, lowered, args), optional: result.optional };
}

/** A day that is written out needs no function at run time. */
function checkDay(node: Syntax): Checked | StringProblem {
  if (node.kind === 'text' && isDay(node.value)) return compose({ kind: 'date' }, node.value);
  const message = "day(…) takes a literal with year, month and day: day('2026-12-24').";
  return error('expression/type', node.start, node.end - node.start, message);
}

function parametersOf(name: string): readonly string[] {
  return functions[name as keyof typeof functions].arguments;
}

function resultOf(
  node: CallSyntax,
  nodes: readonly Syntax[],
  args: readonly Checked[],
): { readonly type: Type; readonly optional: boolean } | StringProblem {
  const result: string = functions[node.name as keyof typeof functions].result;
  const optional = result.endsWith('?');
  if (result === 'list') return { type: { ...LIST_OF_TEXT, max: limits.listItems }, optional };
  if (result.replace('?', '') !== 'same') {
    const kind = result.replace('?', '') as
      | 'text'
      | 'integer'
      | 'number'
      | 'money'
      | 'date'
      | 'url'
      | 'boolean';
    return { type: { kind }, optional };
  }
  const type = commonType(nodes, args);
  if (type !== undefined) return { type, optional };
  const types = args.map((argument) => typeName(argument.type)).join(' and ');
  const message = `"${node.name}" takes values of one type; these are ${types}.`;
  return error('expression/type', node.at, node.length, message);
}

/** The one type of one or two arguments. */
function commonType(
  [node, otherNode]: readonly Syntax[],
  [one, other]: readonly Checked[],
): Type | undefined {
  if (node === undefined || otherNode === undefined || other === undefined) return one?.type;
  return one && joinWritten({ node, type: one.type }, { node: otherNode, type: other.type });
}

function checkStyle(name: string, node: Syntax): StringProblem | undefined {
  const styles = STYLES[name] ?? [];
  if (node.kind === 'text' && styles.includes(node.value)) return undefined;
  const near = node.kind === 'text' ? didYouMean(node.value, styles) : undefined;
  const message = `The style of "${name}" is one of these literals: ${styles.map((style) => `'${style}'`).join(', ')}.`;
  return error('expression/type', node.start, node.end - node.start, message, near);
}

/** Dots group whole numbers only: in a decimal number they could be read as the decimal point. */
function checkStyled(name: string, styled: Type | undefined, node: Syntax): StringProblem | undefined {
  if (name !== 'number' || styled?.kind === 'integer') return undefined;
  const message = `The style 'dot' is for an Integer, not for ${styled === undefined ? 'this' : typeName(styled)}.`;
  return error('expression/type', node.start, node.end - node.start, message);
}

function checkArgument(name: string, kind: string, type: Type, node: Syntax): StringProblem | undefined {
  const isFitting =
    kind === 'list' ? isAssignable(type, LIST_OF_TEXT) : kind.split('|').some((one) => fits(type, one));
  if (isFitting) return undefined;
  const wanted = kind === 'list' ? 'list of Text' : kind.split('|').map(displayKind).join(' or ');
  const message = `"${name}" takes ${wanted} here, not ${typeName(type)}.`;
  return error('expression/type', node.start, node.end - node.start, message);
}

function fits(type: Type, kind: string): boolean {
  if (kind === 'list' || kind === 'map') return type.kind === kind;
  return isAssignable(type, { kind: kind as 'text' | 'integer' | 'number' | 'money' | 'date' | 'url' });
}

function displayKind(kind: string): string {
  return kind === 'list' || kind === 'map' ? kind : kind.charAt(0).toUpperCase() + kind.slice(1);
}

function misusedMacro(node: CallSyntax): StringProblem {
  const form = FORMS.get(node.name) ?? node.name;
  return error('expression/arguments', node.at, node.length, `"${node.name}" is called as ${form}.`);
}

const FORMS = new Map([
  ['has', 'has(a.b)'],
  ['filter', 'list.filter(item, condition)'],
  ['exists', 'list.exists(item, condition)'],
  ['all', 'list.all(item, condition)'],
  ['count', 'list.count(item, condition)'],
  ['map', 'list.map(item, value)'],
  ['sum', 'list.sum(item, value)'],
  ['min', 'min(a, b) or list.min(item, value)'],
  ['max', 'max(a, b) or list.max(item, value)'],
  ['orValue', 'a.?b.orValue(default)'],
]);

function unknownFunction(node: CallSyntax): StringProblem {
  const [message, near] = unknownName('function', node.name, [...Object.keys(functions), ...MACROS]);
  const help = HELP_FOR_UNKNOWN.get(node.name) ?? near;
  return error('expression/unknown-function', node.at, node.length, message, help);
}
