import type { Type, TypeContext } from '../type.ts';
import { compileExpression } from './compile-expression.ts';
import { partsOf } from './explain-source.ts';
import type { NamePlace } from './path-places.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/** Whether the searched member belongs to records of this type. */
export type IsHolder = (record: Extract<Type, { kind: 'record' }>) => boolean;

/** Locations of a member's name where an expression reads the member of a matching record. */
export function placesOfMember(
  source: string,
  context: TypeContext,
  name: string,
  isHolder: IsHolder,
): NamePlace[] {
  // Most expressions do not contain the name, and checking types is slow.
  if (!source.includes(name)) return [];
  const { tree } = parseExpression(source);
  return tree === undefined ? [] : [...visit(tree, source, context, name, isHolder)];
}

/** The same for a text with `${…}`. */
export function membersInTemplate(
  source: string,
  context: TypeContext,
  name: string,
  isHolder: IsHolder,
): NamePlace[] {
  return splitTemplate(source).parts.flatMap((part) =>
    part.kind === 'words'
      ? []
      : placesOfMember(part.source, context, name, isHolder).map((place) => ({
          ...place,
          at: place.at + part.at,
        })),
  );
}

function* visit(
  node: Syntax,
  source: string,
  context: TypeContext,
  name: string,
  isHolder: IsHolder,
): Generator<NamePlace> {
  if (node.kind === 'member' && node.name === name) {
    const of = source.slice(node.of.start, node.of.end);
    const type = compileExpression(of, context, { mayBeAbsent: true }).typed?.type;
    if (type?.kind === 'record' && isHolder(type)) yield { at: node.end - name.length, length: name.length };
  }
  for (const [inner, known] of partsOf(node, source, context))
    yield* visit(inner, source, known, name, isHolder);
}
