import type { Expression } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';

/**
 * Paths that an expression reads, dotted.
 *
 * The compiler writes them for whole nodes; a repeated node needs those of its list apart from those
 * of its items, and these are found here.
 */
export function readsOf(expression: Expression | undefined, into: Set<string> = new Set()): Set<string> {
  if (expression !== undefined) collect(expression, [], into);
  return into;
}

/** Paths of a node's own expressions, without those of the list it stands in. */
export function itemReads(plan: NodePlan): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const value of Object.values(plan.props ?? {})) readsOf(value, reads);
  for (const elements of Object.values(plan.lists ?? {})) {
    for (const element of elements) {
      const own = new Set<string>();
      for (const value of Object.values(element.props)) readsOf(value, own);
      readsOf(element.visible, own);
      readsOf(element.each?.key, own);
      readsOf(element.each?.list, reads);
      for (const path of own)
        if (!isNamed(path, ['reply', element.each?.as, element.each?.at])) reads.add(path);
    }
  }
  readsOf(plan.visible, reads);
  readsOf(plan.enabled, reads);
  return reads;
}

function collect(expression: Expression, bound: readonly string[], into: Set<string>): void {
  if (!Array.isArray(expression)) return;
  const operation = expression as Exclude<Expression, string | number | boolean>;
  switch (operation[0]) {
    case 'get': {
      const path = operation.slice(1).join('.');
      if (!isNamed(path, bound)) into.add(path);
      return;
    }
    case 'member':
      collect(operation[1], bound, into);
      return;
    case 'at': {
      const entry = entryOf(operation);
      collect(entry ?? operation[1], bound, into);
      if (entry === undefined) collect(operation[2], bound, into);
      return;
    }
    case 'record':
      for (const value of Object.values(operation[1])) collect(value, bound, into);
      return;
    case 'filter':
    case 'exists':
    case 'all':
      collect(operation[1], bound, into);
      collect(operation[3], [...bound, operation[2]], into);
      return;
    case 'call':
      for (const argument of operation.slice(2) as Expression[]) collect(argument, bound, into);
      return;
    case 'choose':
      for (const [when, value] of operation.slice(1) as [Expression, Expression][]) {
        collect(when, bound, into);
        collect(value, bound, into);
      }
      return;
    case 'text':
      for (const value of Object.values(operation[2] ?? {})) collect(value, bound, into);
      return;
    default:
      for (const argument of operation.slice(1) as Expression[]) collect(argument, bound, into);
  }
}

/** An entry of a map under a key that is written down is a path of its own. */
function entryOf([, container, key]: readonly ['at', Expression, Expression]): Expression | undefined {
  if (typeof key !== 'string' || key === '' || key.includes('.')) return undefined;
  if (!Array.isArray(container)) return undefined;
  const operation = container as Exclude<Expression, string | number | boolean>;
  return operation[0] === 'get' ? [...operation, key] : undefined;
}

function isNamed(path: string, names: readonly (string | undefined)[]): boolean {
  const dot = path.indexOf('.');
  return names.includes(dot === -1 ? path : path.slice(0, dot));
}
