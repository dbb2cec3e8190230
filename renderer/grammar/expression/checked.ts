import type { Expression } from '#renderer/plan/expression.ts';
import type { Type } from '../type.ts';

/** A checked part of an expression. */
export interface Checked {
  readonly type: Type;
  readonly lowered: Expression;
  /** Upper limit of the steps that its evaluation takes. */
  readonly cost: number;
  /** The path as written: `data.order.status`. Undefined if this is no path. */
  readonly path?: string;
  /**
   * An optional of CEL (`a.?b`, `a[?i]`, `daysUntil(…)`). It must end with `.orValue(…)` or be the whole
   * value.
   */
  readonly optional: boolean;
  /** The first member of the path that may be absent and is not proven, while the path is being read. */
  readonly unproven?: Absence;
  /** Members that may be absent; empty if absence is not accepted. */
  readonly absences: readonly Absence[];
  readonly provesTrue: ReadonlySet<string>;
  readonly provesFalse: ReadonlySet<string>;
}

/** A read that may find nothing. */
export interface Absence {
  /** As written: `data.order.redirectUrl`. */
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

export const NOTHING: ReadonlySet<string> = new Set();

/** A checked part that proves nothing, made of `parts`. */
export function compose(type: Type, lowered: Expression, parts: readonly Checked[] = []): Checked {
  return {
    type,
    lowered,
    cost: parts.reduce((sum, part) => sum + part.cost, 1),
    optional: false,
    absences: parts.flatMap((part) => part.absences),
    provesTrue: NOTHING,
    provesFalse: NOTHING,
  };
}

export function union(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...left, ...right]);
}

export function intersection(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...left].filter((path) => right.has(path)));
}

/** Lowers `.name` of a lowered expression. */
export function lowerMember(of: Expression, name: string): Expression {
  if (Array.isArray(of)) {
    const [operation, ...rest] = of as readonly ['get' | 'member', ...string[]];
    if (operation === 'get') return ['get', ...rest, name];
    if (operation === 'member') return [...(of as readonly ['member', Expression, ...string[]]), name];
  }
  return ['member', of, name];
}
