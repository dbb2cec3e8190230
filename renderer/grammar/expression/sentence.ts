import { isJson } from '../json.ts';
import { parseExpression, type Comparison, type Syntax } from './syntax.ts';

/** Titles of named values, by name. */
export type ValueTitles = ReadonlyMap<string, string>;

/** The titles in `values` of documents. */
export function titlesOfValues(documents: readonly unknown[]): ValueTitles {
  const entries = documents.flatMap((document) =>
    isJson(document) && isJson(document['values']) ? Object.entries(document['values']) : [],
  );
  return new Map(
    entries.flatMap(([name, raw]) =>
      isJson(raw) && typeof raw['title'] === 'string' ? [[name, raw['title']] as const] : [],
    ),
  );
}

/** A text, or a path with its functions. */
const PART = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.?]+/g;

/**
 * Describes a condition in a sentence. Paths stay as written, so that they can be searched for.
 *
 * @param titles - A named value with a title is called by its title.
 * @returns `data.book.state is "lent" or “May be lent” is not true`; the source itself if it has errors.
 */
export function sayCondition(source: string, titles: ValueTitles = new Map()): string {
  const { tree } = parseExpression(source);
  if (tree === undefined) return source;
  return say(tree, source, true).replaceAll(PART, (part) => {
    const [, name = '', rest = ''] = /^values\.(\w+)(.*)$/.exec(part) ?? [];
    const title = titles.get(name);
    return title === undefined ? part : `“${title}”${rest}`;
  });
}

const COMPARISONS: {
  readonly [operator in Exclude<Comparison, 'in'>]: readonly [is: string, isNot: string];
} = {
  '==': ['is', 'is not'],
  '!=': ['is not', 'is'],
  '<': ['is less than', 'is not less than'],
  '<=': ['is at most', 'is more than'],
  '>': ['is more than', 'is at most'],
  '>=': ['is at least', 'is less than'],
};

/**
 * @param holds - False describes the negated condition.
 */
function say(node: Syntax, source: string, holds: boolean): string {
  switch (node.kind) {
    case 'not':
      return say(node.operand, source, !holds);
    case 'and':
    case 'or': {
      // De Morgan: not (a and b) is (not a) or (not b).
      const isBoth = (node.kind === 'and') === holds;
      const sides = [node.left, node.right].map((side) => {
        const said = say(side, source, holds);
        const isOther = joinOf(side, holds) === (isBoth ? 'or' : 'and');
        return isOther ? `(${said})` : said;
      });
      return sides.join(isBoth ? ' and ' : ' or ');
    }
    case 'has':
      return `${written(node.path, source)} ${holds ? 'is there' : 'is not there'}`;
    case 'compare':
      return sayComparison(node, source, holds);
    case 'macro': {
      if (node.macro !== 'all' && node.macro !== 'exists') return sayTruth(node, source, holds);
      const { name } = node.variable;
      const isAll = (node.macro === 'all') === holds;
      return `for ${isAll ? 'every' : 'some'} ${name} of ${written(node.list, source)}: ${say(node.body, source, holds)}`;
    }
    case 'conditional': {
      const when = say(node.condition, source, true);
      return `if ${when}, ${say(node.then, source, holds)}, otherwise ${say(node.otherwise, source, holds)}`;
    }
    default:
      return sayTruth(node, source, holds);
  }
}

/** The word that joins the two sides of a node's sentence. */
function joinOf(node: Syntax, holds: boolean): 'and' | 'or' | undefined {
  if (node.kind === 'not') return joinOf(node.operand, !holds);
  if (node.kind !== 'and' && node.kind !== 'or') return undefined;
  return (node.kind === 'and') === holds ? 'and' : 'or';
}

function sayComparison(node: Syntax & { kind: 'compare' }, source: string, holds: boolean): string {
  const left = name(node.left, source);
  if (node.operator !== 'in') {
    const [is, isNot] = COMPARISONS[node.operator];
    return `${left} ${holds ? is : isNot} ${name(node.right, source)}`;
  }
  const is = holds ? 'is' : 'is not';
  if (node.right.kind !== 'list') return `${left} ${is} in ${name(node.right, source)}`;
  const items = node.right.items.map((item) => name(item, source));
  const last = items.pop() ?? 'anything of an empty list';
  return `${left} ${is} ${items.length === 0 ? last : `${items.join(', ')} or ${last}`}`;
}

function sayTruth(node: Syntax, source: string, holds: boolean): string {
  if (node.kind === 'boolean') return node.value === holds ? 'always' : 'never';
  return `${name(node, source)} ${holds ? 'is true' : 'is not true'}`;
}

function name(node: Syntax, source: string): string {
  if (node.kind === 'text') return JSON.stringify(node.value);
  if (node.kind === 'call' && node.name === 'size') {
    const [only] = node.receiver === undefined ? node.args : [node.receiver];
    if (only !== undefined) return `the size of ${name(only, source)}`;
  }
  return written(node, source);
}

function written({ start, end }: Syntax, source: string): string {
  return source.slice(start, end);
}
