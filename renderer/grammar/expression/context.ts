import type { Rooted, TypeContext } from '../type.ts';
import { union } from './checked.ts';

/** The same scope with one more name. */
export function withName(context: TypeContext, name: string, rooted: Rooted): TypeContext {
  return {
    root: (asked) => (asked === name ? rooted : context.root(asked)),
    names: () => [...context.names(), name],
    proven: context.proven,
  };
}

/** The same scope with more paths proven present. */
export function withProven(context: TypeContext, paths: ReadonlySet<string>): TypeContext {
  if (paths.size === 0) return context;
  return {
    root: (asked) => context.root(asked),
    names: () => context.names(),
    proven: union(context.proven, paths),
  };
}
