import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/** Location of a name in a text, in UTF-16 units. */
export interface NamePlace {
  readonly at: number;
  readonly length: number;
}

/** Locations of the last name of a path, wherever an expression reads this path. A path of one name is a name in scope. */
export function placesOfPath(source: string, path: readonly string[]): NamePlace[] {
  const { tree } = parseExpression(source);
  return tree === undefined ? [] : [...visit(tree, path)];
}

/** The same for a text with `${…}`. */
export function placesInTemplate(source: string, path: readonly string[]): NamePlace[] {
  return splitTemplate(source).parts.flatMap((part) =>
    part.kind === 'words'
      ? []
      : placesOfPath(part.source, path).map((place) => ({ ...place, at: place.at + part.at })),
  );
}

function* visit(node: Syntax, path: readonly string[]): Generator<NamePlace> {
  if ((node.kind === 'member' || node.kind === 'name') && isPath(node, path)) {
    yield { at: node.end - node.name.length, length: node.name.length };
    return;
  }
  for (const inner of innerOf(node)) yield* visit(inner, path);
}

function isPath(node: Syntax, path: readonly string[]): boolean {
  const [last, ...before] = [...path].reverse();
  if (before.length === 0) return node.kind === 'name' && node.name === last;
  return node.kind === 'member' && node.name === last && isPath(node.of, before.reverse());
}

/** The direct parts of a node. */
export function innerOf(node: Syntax): readonly Syntax[] {
  switch (node.kind) {
    case 'member':
      return [node.of];
    case 'index':
      return [node.of, node.index];
    case 'not':
    case 'negate':
      return [node.operand];
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      return [node.left, node.right];
    case 'conditional':
      return [node.condition, node.then, node.otherwise];
    case 'list':
      return node.items;
    case 'has':
      return [node.path];
    case 'call':
      return node.receiver === undefined ? node.args : [node.receiver, ...node.args];
    case 'macro':
      return [node.list, node.body];
    default:
      return [];
  }
}
