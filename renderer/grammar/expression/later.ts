import { innerOf } from './path-places.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate } from './template.ts';

/** Macros and functions of grammar 5 that become what earlier pages compute. */
const LATER: ReadonlySet<string> = new Set(['map', 'count', 'day', 'minor']);
/** A quick test: most texts need no parsing. */
const MAY_BE_LATER = /\?|map|count|day|minor/;

/**
 * What a text or a value uses of grammar 5 and its lowered form does not show: `map`, `count`, `day`, `minor` and `a ? b : c`.
 *
 * @param isValue - Texts are templates with `${…}`, except `when` and `each`, which are bare expressions.
 */
export function laterSyntax(raw: unknown, isValue: boolean): readonly string[] {
  if (typeof raw === 'string') {
    return MAY_BE_LATER.test(raw) ? sourcesOf(raw, isValue).flatMap(laterOf) : [];
  }
  if (typeof raw !== 'object' || raw === null) return [];
  return Object.entries(raw).flatMap(([name, inner]) =>
    laterSyntax(inner, isValue && name !== 'when' && name !== 'each'),
  );
}

function sourcesOf(text: string, isValue: boolean): readonly string[] {
  if (!isValue) return [text];
  return splitTemplate(text).parts.flatMap((part) => (part.kind === 'words' ? [] : [part.source]));
}

function laterOf(source: string): readonly string[] {
  const { tree } = parseExpression(source);
  return tree === undefined ? [] : laterIn(tree);
}

function laterIn(node: Syntax): readonly string[] {
  const own = node.kind === 'conditional' ? ['"a ? b : c"'] : [];
  const name = node.kind === 'macro' ? node.macro : node.kind === 'call' ? node.name : '';
  if (LATER.has(name)) own.push(`the function "${name}"`);
  return [...own, ...innerOf(node).flatMap(laterIn)];
}
