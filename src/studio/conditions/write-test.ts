import { parseExpression } from '#renderer/grammar/expression/syntax.ts';
import type { Relation, Test, Value } from './condition.ts';
import { readSubject } from './subject.ts';

/** How a relation is written: an operator or a function, or the opposite of one. */
interface Written {
  readonly sign: '==' | '!=' | '<' | '<=' | '>' | '>=';
  /** The operator that makes the opposite, for a value that may be absent. */
  readonly not?: '==' | '<' | '<=' | '>' | '>=';
}

const COMPARED: { readonly [relation in Relation]?: Written } = {
  is: { sign: '==' },
  'is not': { sign: '!=', not: '==' },
  'is more than': { sign: '>' },
  'is at least': { sign: '>=' },
  'is less than': { sign: '<' },
  'is at most': { sign: '<=' },
  'is more than, or not there': { sign: '>', not: '<=' },
  'is at least, or not there': { sign: '>=', not: '<' },
  'is less than, or not there': { sign: '<', not: '>=' },
  'is at most, or not there': { sign: '<=', not: '>' },
};

const METHODS: { readonly [relation in Relation]?: readonly [name: string, holds: boolean] } = {
  contains: ['contains', true],
  'does not contain': ['contains', false],
  'starts with': ['startsWith', true],
  'does not start with': ['startsWith', false],
  'ends with': ['endsWith', true],
  'does not end with': ['endsWith', false],
};

/**
 * Candidate expressions for a test. What may be absent needs a `has()`; the caller takes the first candidate that the
 * checker accepts. A value that is not there is different from any value, and contains nothing.
 */
export function writeTest({ what, relation, value }: Test): readonly string[] {
  const { tree } = parseExpression(what);
  const subject = tree && readSubject(tree);
  if (subject === undefined) return [];
  const guards = guardsOf(subject.path);
  const compared = COMPARED[relation];
  const method = METHODS[relation];
  const right = value === undefined ? '' : writeValue(value);
  if (compared !== undefined) {
    const plain = `${what} ${compared.sign} ${right}`;
    return compared.not === undefined
      ? guarded(plain, guards)
      : opposite(plain, `${what} ${compared.not} ${right}`, guards);
  }
  if (method !== undefined) {
    const [name, holds] = method;
    const plain = `${what}.${name}(${right})`;
    return holds ? guarded(plain, guards) : opposite(`!${plain}`, plain, guards);
  }
  switch (relation) {
    case 'is one of':
      return guarded(`${what} in ${right}`, guards);
    case 'is none of':
      return opposite(`!(${what} in ${right})`, `${what} in ${right}`, guards);
    case 'has the item':
      return guarded(`${right} in ${what}`, guards);
    case 'does not have the item':
      return opposite(`!(${right} in ${what})`, `${right} in ${what}`, guards);
    case 'is yes':
      return guarded(what, guards);
    case 'is no':
      return opposite(`!${what}`, what, guards);
    case 'is there':
      return guarded(`has(${subject.path})`, guards.slice(0, -1));
    case 'is not there':
      return opposite(`!has(${subject.path})`, `has(${subject.path})`, guards.slice(0, -1));
    default:
      return [];
  }
}

/** The paths that may have to be there, outermost first: those with at least two names. */
function guardsOf(path: string): readonly string[] {
  const names = path.split('.');
  return names.slice(1).map((_name, at) => `has(${names.slice(0, at + 2).join('.')})`);
}

/** The innermost guards first: most paths are there, and only their last name may be absent. */
function guarded(plain: string, guards: readonly string[]): readonly string[] {
  const few = guards.map((_guard, at) => guards.slice(guards.length - 1 - at));
  return [plain, ...few.map((some) => [...some, plain].join(' && '))];
}

function opposite(plain: string, test: string, guards: readonly string[]): readonly string[] {
  const few = guards.map((_guard, at) => guards.slice(guards.length - 1 - at));
  return [plain, ...few.map((some) => `!(${[...some, test].join(' && ')})`)];
}

export function writeValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return writeText(value.text);
    case 'number':
      return value.digits;
    case 'money':
      return value.minor === 0 ? '0' : `minor(${value.minor})`;
    case 'date':
      return `day('${value.day}')`;
    case 'texts':
      return `[${value.texts.map(writeText).join(', ')}]`;
    case 'numbers':
      return `[${value.numbers.join(', ')}]`;
    case 'other':
      return value.source;
  }
}

function writeText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
