import { parseExpression, pathText, type Syntax } from '#renderer/grammar/expression/syntax.ts';
import { pairBrackets } from './brackets.ts';
import type { Group, Item, Join, Span } from './condition.ts';
import { readTest } from './read-test.ts';
import { readSubject } from './subject.ts';

/** Groups in groups; what is deeper is one row. */
const DEEPEST = 3;

/**
 * Reads a condition as rows in groups. Nothing is left out: the spans of the items, with the operators and brackets
 * between them, are the whole text.
 *
 * @returns undefined for a text that is no expression.
 */
export function readCondition(source: string): Group | undefined {
  const { tree } = parseExpression(source);
  if (tree === undefined) return undefined;
  const text = new Text(source);
  const whole = text.trim({ start: 0, end: source.length });
  const item = text.readItem(tree, whole, 1);
  if (item.kind === 'group') return item;
  return { kind: 'group', join: 'all', items: [item], ...whole, inner: whole };
}

class Text {
  readonly source: string;
  readonly #brackets: ReadonlyMap<number, number>;

  constructor(source: string) {
    this.source = source;
    this.#brackets = pairBrackets(source);
  }

  trim({ start, end }: Span): Span {
    const text = this.source.slice(start, end);
    return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
  }

  /** Without the brackets around all of it. */
  inside(span: Span): Span {
    let now = this.trim(span);
    while (this.#brackets.get(now.start) === now.end - 1)
      now = this.trim({ start: now.start + 1, end: now.end - 1 });
    return now;
  }

  readItem(node: Syntax, span: Span, depth: number): Item {
    const whole = this.trim(span);
    const inner = this.inside(whole);
    if (node.kind !== 'and' && node.kind !== 'or')
      return { kind: 'row', ...whole, test: readTest(node, this.source) };
    const operands = this.#operands(node, inner, node.kind);
    const guarded = node.kind === 'and' ? readGuarded(operands, this.source) : undefined;
    if (guarded?.length === operands.length) return { kind: 'row', ...whole, test: guarded.test };
    if (depth > DEEPEST) return { kind: 'row', ...whole, test: undefined };
    const join: Join = node.kind === 'and' ? 'all' : 'any';
    return { kind: 'group', join, ...whole, inner, items: this.#items(operands, join, depth) };
  }

  #items(operands: readonly Operand[], join: Join, depth: number): readonly Item[] {
    const items: Item[] = [];
    for (let at = 0; at < operands.length; ) {
      const left = operands.slice(at);
      const guarded = join === 'all' ? readGuarded(left, this.source) : undefined;
      const [first] = left;
      const last = left[(guarded?.length ?? 1) - 1];
      if (first === undefined || last === undefined) break;
      items.push(
        guarded === undefined
          ? this.readItem(first.node, first.span, depth + 1)
          : { kind: 'row', start: first.span.start, end: last.span.end, test: guarded.test },
      );
      at += guarded?.length ?? 1;
    }
    return items;
  }

  /** The operands of one operator, without those in brackets of their own. */
  #operands(node: Syntax, span: Span, kind: 'and' | 'or'): readonly Operand[] {
    const whole = this.trim(span);
    if (node.kind !== kind || this.#brackets.get(whole.start) === whole.end - 1)
      return [{ node, span: whole }];
    return [
      ...this.#operands(node.left, { start: whole.start, end: node.at }, kind),
      ...this.#operands(node.right, { start: node.at + node.length, end: whole.end }, kind),
    ];
  }
}

interface Operand {
  readonly node: Syntax;
  readonly span: Span;
}

/**
 * `has(a) && has(a.b) && a.b > 1` is one comparison: what is compared is there.
 *
 * @returns undefined if the first operand begins no such comparison, else how many operands it has.
 */
function readGuarded(operands: readonly Operand[], source: string) {
  const tested: string[] = [];
  for (const { node } of operands) {
    const path = node.kind === 'has' ? pathText(node.path) : undefined;
    if (path === undefined || !follows(path, tested.at(-1))) break;
    tested.push(path);
  }
  const next = operands[tested.length]?.node;
  const test = next && !isNegative(next) ? readTest(next, source) : undefined;
  const subject = next && subjectOf(next);
  if (test !== undefined && subject !== undefined && follows(subject, tested.at(-1)) && tested.length > 0)
    return { length: tested.length + 1, test };
  // The last `has` is itself what is tested.
  const last = operands[tested.length - 1]?.node;
  const own = last && readTest(last, source);
  return tested.length < 2 || own === undefined ? undefined : { length: tested.length, test: own };
}

/** Whether a path is another one, or in it. */
function follows(path: string, around: string | undefined): boolean {
  return around === undefined || path === around || path.startsWith(`${around}.`);
}

/** A value that is not there makes these neither true nor false, unlike the rows of the same words. */
function isNegative(node: Syntax): boolean {
  return node.kind === 'not' || node.kind === 'has' || (node.kind === 'compare' && node.operator === '!=');
}

function subjectOf(node: Syntax): string | undefined {
  if (node.kind === 'compare') {
    const isItem = node.operator === 'in' && node.right.kind !== 'list';
    return readSubject(node.left)?.path ?? (isItem ? readSubject(node.right)?.path : undefined);
  }
  if (node.kind === 'call' && node.receiver !== undefined && node.name !== 'orValue')
    return readSubject(node.receiver)?.path;
  return readSubject(node)?.path;
}
