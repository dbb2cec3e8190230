import type { Type, TypeContext, Typed } from '../type.ts';
import { withName } from './context.ts';
import { compileExpression } from './compile-expression.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/** An explanation of one part of an expression. */
export interface ExplainedSource {
  /** The part as written. */
  readonly source: string;
  readonly typed: Typed;
}

/**
 * Returns the smallest typed part of an expression that contains an offset. It uses proofs of the context,
 * but not those of the expression itself.
 *
 * @param at Offset in the source, in UTF-16 units.
 */
export function explainExpression(
  source: string,
  at: number,
  context: TypeContext,
): ExplainedSource | undefined {
  const { tree } = parseExpression(source);
  return tree && explainNode(tree, source, at, context);
}

/** As `explainExpression`, for a string with `${…}`; undefined if the offset is in words. */
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
  const { typed } = compileExpression(own, context, { mayBeAbsent: true });
  return typed && { source: own, typed };
}

type Part = readonly [node: Syntax, context: TypeContext];

/** The direct parts of a node, each with its context. */
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
    case 'conditional':
      return here([node.condition, node.then, node.otherwise]);
    case 'list':
      return here(node.items);
    case 'has':
      return here([node.path]);
    case 'call':
      return here(node.receiver === undefined ? node.args : [node.receiver, ...node.args]);
    case 'macro': {
      const list = source.slice(node.list.start, node.list.end);
      const type = compileExpression(list, context, { mayBeAbsent: true }).typed?.type;
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
