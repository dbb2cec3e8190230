import type { Expression } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';

/**
 * Dotted paths that an expression reads.
 *
 * The compiler writes them for whole nodes. A repeated node needs the reads of its list separate from those of its
 * items; this function finds them.
 */
export function readsOf(expression: Expression | undefined, into: Set<string> = new Set()): Set<string> {
  if (expression !== undefined) collect(expression, [], into);
  return into;
}

/** Paths that the node's own expressions read, without those of its `each` list. */
export function itemReads(plan: NodePlan, keyed?: KeyedRead[]): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const value of Object.values(plan.props ?? {})) collect(value, [], reads, keyed);
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
  for (const condition of [plan.visible, plan.enabled]) {
    if (condition !== undefined) collect(condition, [], reads, keyed);
  }
  return reads;
}

/** A read of a form's map with a key from the item around: `form.home.items[?item.under]`. */
export interface KeyedRead {
  /** Dotted: `form.home.items`. */
  readonly map: string;
  readonly key: readonly string[];
}

export interface NodeReads {
  readonly paths: readonly string[];
  readonly keyed: readonly KeyedRead[];
}

const NONE: readonly KeyedRead[] = [];

const known = new WeakMap<NodePlan, NodeReads>();

/**
 * What a node's own expressions read. A field whose condition names one other field reads only that field; otherwise
 * every keystroke would recompute it.
 */
export function nodeReads(plan: NodePlan): NodeReads {
  if (plan.each === undefined && !plan.reads.some((path) => path.startsWith('form.'))) {
    return { paths: plan.reads, keyed: NONE };
  }
  const before = known.get(plan);
  if (before !== undefined) return before;
  const keyed: KeyedRead[] = [];
  const paths = itemReads(plan, keyed);
  const isKeyed = keyed.length > 0 && plan.each === undefined;
  const reads = {
    paths: isKeyed ? [...paths] : plan.each === undefined ? plan.reads : [...itemReads(plan)],
    keyed: isKeyed ? keyed : NONE,
  };
  known.set(plan, reads);
  return reads;
}

function collect(
  expression: Expression,
  bound: readonly string[],
  into: Set<string>,
  keyed?: KeyedRead[],
): void {
  if (!Array.isArray(expression)) return;
  const operation = expression as Exclude<Expression, string | number | boolean>;
  switch (operation[0]) {
    case 'get': {
      const path = operation.slice(1).join('.');
      if (!isNamed(path, bound)) into.add(path);
      return;
    }
    case 'member':
      collect(operation[1], bound, into, keyed);
      return;
    case 'at': {
      const entry = entryOf(operation);
      const [, container, key] = operation;
      if (entry === undefined) collect(key, bound, into, keyed);
      const map = keyed === undefined || entry !== undefined ? undefined : mapOf(container);
      if (map !== undefined && isPath(key) && !isNamed(key[1] ?? '', bound)) {
        keyed?.push({ map, key: key.slice(1) });
      } else collect(entry ?? container, bound, into, keyed);
      return;
    }
    case 'record':
      for (const value of Object.values(operation[1])) collect(value, bound, into, keyed);
      return;
    case 'each':
    case 'filter':
    case 'exists':
    case 'all':
      collect(operation[1], bound, into, keyed);
      collect(operation[3], [...bound, operation[2]], into, keyed);
      return;
    case 'call':
      for (const argument of operation.slice(2) as Expression[]) collect(argument, bound, into, keyed);
      return;
    case 'choose':
      for (const [when, value] of operation.slice(1) as [Expression, Expression][]) {
        collect(when, bound, into, keyed);
        collect(value, bound, into, keyed);
      }
      return;
    case 'text':
      for (const value of Object.values(operation[2] ?? {})) collect(value, bound, into, keyed);
      return;
    default:
      for (const argument of operation.slice(1) as Expression[]) collect(argument, bound, into, keyed);
  }
}

function isPath(expression: Expression): expression is readonly ['get', ...string[]] {
  return Array.isArray(expression) && expression[0] === 'get';
}

/** The path of a form's map of fields. */
function mapOf(container: Expression): string | undefined {
  if (!isPath(container) || container[1] !== 'form' || container.length !== 4) return undefined;
  return container.slice(1).join('.');
}

/** A map entry with a literal key is a path. */
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
