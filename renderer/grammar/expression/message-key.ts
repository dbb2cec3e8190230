import { parseExpression, type Syntax } from './syntax.ts';
import { splitTemplate, type TemplatePart } from './template.ts';

export interface MessageKey {
  /** The source text with each `${…}` replaced by `{name}`, and `$${` by `${`. */
  readonly key: string;
  /** Names of the placeholders in order. */
  readonly names: readonly string[];
}

/** The key that a text is translated by; `undefined` if the text does not parse. Needs no types. */
export function messageKey(source: string): MessageKey | undefined {
  const { parts, problems } = splitTemplate(source);
  return problems.length > 0 ? undefined : keyOf(parts);
}

/**
 * A placeholder is named after the last name of the only path that its expression reads, or else `1`, `2`, ….
 * If the name is taken, or is in braces in the words, it gets the next free number: `{name}`, `{name2}`.
 */
export function keyOf(parts: readonly TemplatePart[]): MessageKey | undefined {
  const words = parts.map((part) => (part.kind === 'words' ? part.text : '\0')).join('');
  const names: string[] = [];
  const isFree = (name: string) => !names.includes(name) && !words.includes(`{${name}}`);
  let key = '';
  for (const part of parts) {
    if (part.kind === 'words') {
      key += part.text;
      continue;
    }
    const { tree } = parseExpression(part.source);
    if (tree === undefined) return undefined;
    const base = nameOf(tree);
    let name = base ?? '1';
    for (let number = 2; !isFree(name); number++) name = `${base ?? ''}${number}`;
    names.push(name);
    key += `{${name}}`;
  }
  return { key, names };
}

function nameOf(tree: Syntax): string | undefined {
  const paths = new Map<string, string>();
  visitPaths(tree, new Set(), paths);
  return paths.size === 1 ? [...paths.values()][0] : undefined;
}

/** Collects every path that a tree reads, with its last name; variables of macros are not included. */
function visitPaths(tree: Syntax, bound: ReadonlySet<string>, paths: Map<string, string>): void {
  const visit = (part: Syntax) => visitPaths(part, bound, paths);
  switch (tree.kind) {
    case 'name':
    case 'member': {
      const path = readPath(tree);
      if (path === undefined) visit((tree as Extract<Syntax, { kind: 'member' }>).of);
      else if (!bound.has(path.root)) paths.set(path.path, path.last);
      return;
    }
    case 'index': {
      visit(tree.of);
      visit(tree.index);
      return;
    }
    case 'not':
    case 'negate':
      visit(tree.operand);
      return;
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      visit(tree.left);
      visit(tree.right);
      return;
    case 'conditional':
      [tree.condition, tree.then, tree.otherwise].forEach(visit);
      return;
    case 'list':
      tree.items.forEach(visit);
      return;
    case 'has':
      visit(tree.path);
      return;
    case 'macro':
      visit(tree.list);
      visitPaths(tree.body, new Set([...bound, tree.variable.name]), paths);
      return;
    case 'call':
      if (tree.receiver !== undefined) visit(tree.receiver);
      tree.args.forEach(visit);
      return;
    default:
      return;
  }
}

function readPath(
  tree: Syntax,
): { readonly root: string; readonly path: string; readonly last: string } | undefined {
  if (tree.kind === 'name') return { root: tree.name, path: tree.name, last: tree.name };
  if (tree.kind !== 'member') return undefined;
  const of = readPath(tree.of);
  return of && { root: of.root, path: `${of.path}.${tree.name}`, last: tree.name };
}
