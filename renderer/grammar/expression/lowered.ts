import type { Expression } from '#renderer/plan/expression.ts';

/**
 * Rebuilds a lowered tree.
 *
 * @param change Returns the replacement of a node, or `undefined` to continue inside the node.
 */
function rebuild(tree: Expression, change: (node: Expression) => Expression | undefined): Expression {
  const changed = change(tree);
  if (changed !== undefined) return changed;
  const inside = (part: Expression) => rebuild(part, change);
  if (typeof tree !== 'object') return tree;
  switch (tree[0]) {
    case 'get':
      return tree;
    case 'member': {
      const [, value, ...names] = tree;
      return ['member', inside(value), ...names];
    }
    case 'record':
      return ['record', mapMembers(tree[1], inside)];
    case 'text':
      return tree[2] === undefined ? tree : ['text', tree[1], mapMembers(tree[2], inside)];
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      return [tree[0], inside(tree[1]), tree[2], inside(tree[3])];
    case 'call': {
      const [, name, ...args] = tree;
      return ['call', name, ...args.map(inside)];
    }
    case 'choose': {
      const [, ...entries] = tree;
      return ['choose', ...entries.map(([when, value]) => [inside(when), inside(value)] as const)];
    }
    case 'list': {
      const [, ...items] = tree;
      return ['list', ...items.map(inside)];
    }
    case 'has':
      return ['has', inside(tree[1])];
    case '!':
      return ['!', inside(tree[1])];
    case 'neg':
      return ['neg', inside(tree[1])];
    case 'at':
      return ['at', inside(tree[1]), inside(tree[2])];
    case 'or':
      return ['or', inside(tree[1]), inside(tree[2])];
    default:
      return [tree[0], inside(tree[1]), inside(tree[2])];
  }
}

function mapMembers(
  members: { readonly [name: string]: Expression },
  change: (part: Expression) => Expression,
): { readonly [name: string]: Expression } {
  return Object.fromEntries(Object.entries(members).map(([name, part]) => [name, change(part)]));
}

/** Replaces the first name of every path that begins with `from`. */
export function renameRoot(tree: Expression, from: string, to: string): Expression {
  return rebuild(tree, (node) => {
    if (typeof node !== 'object' || node[0] !== 'get' || node[1] !== from) return undefined;
    const [, , ...names] = node;
    return ['get', to, ...names];
  });
}

/** Calls `visit` for every path in a lowered tree, without macro variables. */
function visitPaths(
  tree: Expression,
  bound: ReadonlySet<string>,
  visit: (path: readonly string[]) => void,
): void {
  rebuild(tree, (node) => {
    if (typeof node !== 'object') return node;
    if (node[0] === 'get') {
      const [, ...path] = node;
      if (!bound.has(path[0] ?? '')) visit(path);
      return node;
    }
    if (node[0] === 'each' || node[0] === 'filter' || node[0] === 'exists' || node[0] === 'all') {
      visitPaths(node[1], bound, visit);
      visitPaths(node[3], new Set([...bound, node[2]]), visit);
      return node;
    }
    return undefined;
  });
}

/** The first names of all paths in a lowered tree. */
export function rootsOf(tree: Expression): ReadonlySet<string> {
  const roots = new Set<string>();
  visitPaths(tree, new Set(), ([root]) => root !== undefined && roots.add(root));
  return roots;
}

/** Returns a name that no path in `taken` begins with; authors' names have no `$`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += '$';
  return free;
}
