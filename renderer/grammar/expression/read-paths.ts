import { innerOf } from './path-places.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/**
 * Every path that a text reads: `a.b` and `c.d` for `${a.b} of ${size(c.d)}`.
 *
 * @param isValue - The text is a template with `${…}`.
 */
export function readPaths(text: string, isValue: boolean): readonly string[] {
  const sources = isValue
    ? splitTemplate(text).parts.flatMap((part) => (part.kind === 'words' ? [] : [part.source]))
    : [text];
  return [
    ...new Set(
      sources.flatMap((source) => {
        const { tree } = parseExpression(source);
        return tree === undefined ? [] : [...pathsIn(tree, new Set())];
      }),
    ),
  ];
}

/**
 * @param bound - Names of macro variables, which are no paths of the text.
 */
function* pathsIn(node: Syntax, bound: ReadonlySet<string>): Generator<string> {
  const path = pathOf(node);
  if (path !== undefined) {
    const [root = ''] = path;
    if (!bound.has(root)) yield path.join('.');
    return;
  }
  if (node.kind === 'macro') {
    yield* pathsIn(node.list, bound);
    yield* pathsIn(node.body, new Set([...bound, node.variable.name]));
    return;
  }
  for (const inner of innerOf(node)) yield* pathsIn(inner, bound);
}

function pathOf(node: Syntax): readonly string[] | undefined {
  if (node.kind === 'name') return [node.name];
  if (node.kind !== 'member') return undefined;
  const before = pathOf(node.of);
  return before && [...before, node.name];
}
