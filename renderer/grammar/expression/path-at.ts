import { partsOf } from './explain-source.ts';
import { compileExpression } from './compile-expression.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';
import type { Type, TypeContext } from '../type.ts';

/** A name in an expression, with the path that it ends. */
export interface NameInPath {
  /** The path up to this name: `['data', 'order', 'status']`. Items of lists are left out. */
  readonly path: readonly string[];
  readonly name: string;
  /** Offset of the name in the text, in UTF-16 units. */
  readonly at: number;
  /** The type of the record whose member it is; undefined for the first name. */
  readonly of?: Type;
  /** The name is declared by a macro of the same expression, at this offset of the text. */
  readonly declaredAt?: number;
}

/**
 * The name at an offset of an expression, or of a text with `${…}`; undefined if there is none, or if the expression
 * does not parse.
 *
 * @param at - Offset in the text; the end of a name counts as inside it.
 */
export function nameAt(
  text: string,
  at: number,
  isTemplate: boolean,
  scope: TypeContext,
): NameInPath | undefined {
  const parts = isTemplate
    ? splitTemplate(text).parts
    : [{ kind: 'expression', source: text, at: 0 } as const];
  for (const part of parts) {
    if (part.kind === 'words' || at < part.at || at > part.at + part.source.length) continue;
    const { tree } = parseExpression(part.source);
    const found = tree && find(tree, { source: part.source, at: at - part.at, macros: new Map() }, scope);
    if (found === undefined) return undefined;
    const { declaredAt } = found;
    return {
      ...found,
      at: found.at + part.at,
      ...(declaredAt !== undefined && { declaredAt: declaredAt + part.at }),
    };
  }
  return undefined;
}

interface Searched {
  readonly source: string;
  readonly at: number;
  /** Names that macros around declare, with their offsets. */
  readonly macros: ReadonlyMap<string, number>;
}

function find(node: Syntax, searched: Searched, scope: TypeContext): NameInPath | undefined {
  const { source, at } = searched;
  if (at < node.start || at > node.end) return undefined;
  const macros =
    node.kind === 'macro'
      ? new Map([...searched.macros, [node.variable.name, node.variable.start]])
      : searched.macros;
  for (const [inner, known] of partsOf(node, source, scope)) {
    const found = find(inner, { source, at, macros }, known);
    if (found !== undefined) return found;
  }
  if (node.kind === 'name') {
    const declaredAt = macros.get(node.name);
    return {
      path: [node.name],
      name: node.name,
      at: node.start,
      ...(declaredAt !== undefined && { declaredAt }),
    };
  }
  if (node.kind !== 'member' || at < node.end - node.name.length) return undefined;
  const around = source.slice(node.of.start, node.of.end);
  const type = compileExpression(around, scope, { mayBeAbsent: true }).typed?.type;
  return {
    path: pathOf(node),
    name: node.name,
    at: node.end - node.name.length,
    ...(type !== undefined && { of: type }),
  };
}

function pathOf(node: Syntax): readonly string[] {
  if (node.kind === 'name') return [node.name];
  if (node.kind === 'member') return [...pathOf(node.of), node.name];
  return node.kind === 'index' ? pathOf(node.of) : [];
}
