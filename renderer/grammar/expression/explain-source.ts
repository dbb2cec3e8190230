import type { Type, TypeContext, Typed } from '../type.ts';
import { withName } from './context.ts';
import { elaborateExpression } from './elaborate-expression.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/** What one part of an expression is. */
export interface ExplainedSource {
  /** The part, as written. */
  readonly source: string;
  readonly typed: Typed;
}

/**
 * The smallest part of an expression around a place that has a type. What the context proves is proven;
 * what the expression itself proves to the left is not.
 *
 * @param at UTF-16 units of the source.
 */
export function explainExpression(
  source: string,
  at: number,
  context: TypeContext,
): ExplainedSource | undefined {
  const { tree } = parseExpression(source);
  return tree && explainNode(tree, source, at, context);
}

/** The same of a string with `${…}` in it; undefined where words stand. */
export function explainTemplate(
  source: string,
  at: number,
  context: TypeContext,
): ExplainedSource | undefined {
  const part = splitTemplate(source).parts.find(
    (one) => one.kind === 'expression' && one.at <= at && at < one.at + one.source.length,
  );
  return part?.kind === 'expression' ? explainExpression(part.source, at - part.at, context) : undefined;
}

function explainNode(
  node: Syntax,
  source: string,
  at: number,
  context: TypeContext,
): ExplainedSource | undefined {
  if (at < node.start || at >= node.end) return undefined;
  for (const [inner, known] of partsOf(node, source, context)) {
    const explained = explainNode(inner, source, at, known);
    if (explained !== undefined) return explained;
  }
  const own = source.slice(node.start, node.end);
  const { typed } = elaborateExpression(own, context, { mayBeAbsent: true });
  return typed && { source: own, typed };
}

type Part = readonly [node: Syntax, context: TypeContext];

/** What a part of an expression is made of, each with what it knows. */
export function partsOf(node: Syntax, source: string, context: TypeContext): readonly Part[] {
  const here = (nodes: readonly Syntax[]): Part[] => nodes.map((inner) => [inner, context]);
  switch (node.kind) {
    case 'member':
      return here([node.of]);
    case 'index':
      return here([node.of, node.index]);
    case 'not':
    case 'negate':
      return here([node.operand]);
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      return here([node.left, node.right]);
    case 'list':
      return here(node.items);
    case 'has':
      return here([node.path]);
    case 'call':
      return here(node.receiver === undefined ? node.args : [node.receiver, ...node.args]);
    case 'macro': {
      const list = source.slice(node.list.start, node.list.end);
      const type = elaborateExpression(list, context, { mayBeAbsent: true }).typed?.type;
      const items: Type = type?.kind === 'list' ? type.items : { kind: 'any' };
      const inside = withName(context, node.variable.name, { type: items, absent: false });
      return [
        [node.list, context],
        [node.variable, inside],
        [node.body, inside],
      ];
    }
    default:
      return [];
  }
}
