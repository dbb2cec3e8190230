import type { Expression, Value } from '../plan/expression.ts';
import { own } from './lists.ts';
import type { Engine } from './ports/engine.ts';

/** The path of a `target`. The plan contains it as an expression that is not evaluated, because it is written to. */
export function pathOf(target: Expression | undefined): readonly string[] {
  if (!Array.isArray(target)) return [];
  const [operation, ...names] = target as readonly unknown[];
  return operation === 'get' ? names.filter((name) => typeof name === 'string') : [];
}

/** The paths of a list of targets. */
export function pathsOf(targets: Expression | undefined): readonly (readonly string[])[] {
  if (!Array.isArray(targets) || targets[0] !== 'list') return [];
  return (targets.slice(1) as Expression[]).map(pathOf);
}

/** The initial value of a state or kept value. */
export function initialOf(engine: Engine, [root, name = '']: readonly string[]): Value | undefined {
  return own(root === 'kept' ? engine.app.kept : engine.plan.state, name)?.initial;
}
