import { type Comparison, pathText, type Syntax } from '#renderer/grammar/expression/syntax.ts';
import type { Relation, Test, Value } from './condition.ts';
import { readSubject } from './subject.ts';

/** The relation of each operator, and of its opposite. */
const SIGNS: { readonly [operator in Exclude<Comparison, 'in'>]: readonly [Relation, Relation] } = {
  '==': ['is', 'is not'],
  '!=': ['is not', 'is'],
  '>': ['is more than', 'is at most'],
  '>=': ['is at least', 'is less than'],
  '<': ['is less than', 'is at least'],
  '<=': ['is at most', 'is more than'],
};

const CALLS: { readonly [name: string]: readonly [Relation, Relation] } = {
  contains: ['contains', 'does not contain'],
  startsWith: ['starts with', 'does not start with'],
  endsWith: ['ends with', 'does not end with'],
};

/** @returns undefined for what no row can show. */
export function readTest(node: Syntax, source: string): Test | undefined {
  return node.kind === 'not' ? readOpposite(node.operand, source) : readPlain(node, source, true);
}

/** The opposite of a test, also of one that holds only if its value is there. */
function readOpposite(node: Syntax, source: string): Test | undefined {
  const guards: string[] = [];
  let tested = node;
  if (node.kind === 'and') {
    tested = node.right;
    for (let left = node.left; ; left = left.left) {
      const last = left.kind === 'and' ? left.right : left;
      const path = last.kind === 'has' ? pathText(last.path) : undefined;
      if (path === undefined) return undefined;
      guards.unshift(path);
      if (left.kind !== 'and') break;
    }
  }
  const test = readPlain(tested, source, false);
  if (test === undefined || guards.length === 0) return test;
  const isNested = [...guards, test.what].every(
    (path, at, all) => at === 0 || path === all[at - 1] || path.startsWith(`${all[at - 1]}.`),
  );
  if (!isNested) return undefined;
  switch (test.relation) {
    case 'is at most':
    case 'is at least':
    case 'is less than':
    case 'is more than':
      return { ...test, relation: `${test.relation}, or not there` };
    // "Is" in the opposite of `!=` would also hold for a value that is not there.
    case 'is':
    case 'is there':
      return undefined;
    default:
      return test;
  }
}

function readPlain(node: Syntax, source: string, holds: boolean): Test | undefined {
  const write = ({ start, end }: Syntax): string => source.slice(start, end);
  const pick = ([is, isNot]: readonly [Relation, Relation]): Relation => (holds ? is : isNot);
  switch (node.kind) {
    case 'has':
      return readSubject(node.path) === undefined
        ? undefined
        : { what: write(node.path), relation: pick(['is there', 'is not there']), value: undefined };
    case 'compare':
      return readComparison(node, pick, write);
    case 'call': {
      const names = Object.hasOwn(CALLS, node.name) ? CALLS[node.name] : undefined;
      const [only, ...more] = node.args;
      if (names !== undefined && node.receiver !== undefined) {
        const value = only && readValue(only, source);
        if (readSubject(node.receiver) === undefined || value === undefined || more.length > 0)
          return undefined;
        return { what: write(node.receiver), relation: pick(names), value };
      }
      break;
    }
    default:
  }
  const subject = readSubject(node);
  if (subject === undefined || subject.of !== 'value') return undefined;
  return { what: write(node), relation: pick(['is yes', 'is no']), value: undefined };

  function readComparison(
    { operator, left, right }: Syntax & { kind: 'compare' },
    relationOf: typeof pick,
    written: typeof write,
  ): Test | undefined {
    const value = readValue(right, source);
    if (operator !== 'in') {
      const isList = value?.kind === 'texts' || value?.kind === 'numbers';
      return readSubject(left) === undefined || value === undefined || isList
        ? undefined
        : { what: written(left), relation: relationOf(SIGNS[operator]), value };
    }
    if (readSubject(left) !== undefined && value !== undefined)
      return { what: written(left), relation: relationOf(['is one of', 'is none of']), value };
    const item = readValue(left, source);
    return readSubject(right) === undefined || item === undefined || item.kind === 'other'
      ? undefined
      : {
          what: written(right),
          relation: relationOf(['has the item', 'does not have the item']),
          value: item,
        };
  }
}

/** @returns undefined for a value that no field of a row can show. */
function readValue(node: Syntax, source: string): Value | undefined {
  switch (node.kind) {
    case 'text':
      return { kind: 'text', text: node.value };
    case 'integer':
    case 'number':
    case 'negate':
      return readDigits(node, source);
    case 'list':
      return readList(node.items, source);
    case 'call': {
      const [only] = node.args;
      if (node.name === 'minor' && only?.kind === 'integer') return { kind: 'money', minor: only.value };
      if (node.name === 'day' && only?.kind === 'text') return { kind: 'date', day: only.value };
      if (node.receiver === undefined && (node.name === 'today' || node.name === 'now') && only === undefined)
        return { kind: 'other', source: `${node.name}()` };
      break;
    }
    default:
  }
  return readSubject(node) === undefined
    ? undefined
    : { kind: 'other', source: source.slice(node.start, node.end) };
}

function readDigits(node: Syntax, source: string): Value | undefined {
  const digits = source.slice(node.start, node.end);
  return /^-?\d+(\.\d+)?$/.test(digits) ? { kind: 'number', digits } : undefined;
}

function readList(items: readonly Syntax[], source: string): Value | undefined {
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item.value] : []));
  if (texts.length === items.length) return { kind: 'texts', texts };
  const numbers = items.flatMap((item) => {
    const value = readDigits(item, source);
    return value?.kind === 'number' ? [value.digits] : [];
  });
  return numbers.length === items.length ? { kind: 'numbers', numbers } : undefined;
}
