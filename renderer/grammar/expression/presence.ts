import { pathText, type Syntax } from './syntax.ts';

/** The paths that `has(…)` tests anywhere in a tree. */
export function presenceTestsIn(tree: Syntax): readonly string[] {
  switch (tree.kind) {
    case 'has': {
      const path = pathText(tree.path);
      return path === undefined ? [] : [path];
    }
    case 'member':
      return presenceTestsIn(tree.of);
    case 'index':
      return [...presenceTestsIn(tree.of), ...presenceTestsIn(tree.index)];
    case 'not':
    case 'negate':
      return presenceTestsIn(tree.operand);
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      return [...presenceTestsIn(tree.left), ...presenceTestsIn(tree.right)];
    case 'conditional':
      return [tree.condition, tree.then, tree.otherwise].flatMap(presenceTestsIn);
    case 'list':
      return tree.items.flatMap(presenceTestsIn);
    case 'macro':
      return [...presenceTestsIn(tree.list), ...presenceTestsIn(tree.body)];
    case 'call':
      return [...(tree.receiver === undefined ? [] : [tree.receiver]), ...tree.args].flatMap(presenceTestsIn);
    default:
      return [];
  }
}
