import type { Expression } from '#renderer/plan/expression.ts';
import type { Type } from '../type.ts';

/** A part of an expression that has been checked. */
export interface Checked {
  readonly type: Type;
  readonly lowered: Expression;
  /** Bound on the steps that evaluating it takes. */
  readonly cost: number;
  /** The path as written, where it is one: `data.order.status`. */
  readonly path?: string;
  /** An optional of CEL (`a.?b`, `a[?i]`, `daysUntil(…)`): to be ended by `.orValue(…)`, or the whole value. */
  readonly optional: boolean;
  /** The first member on the way that may be absent and is not proven, while the path is still being read. */
  readonly unproven?: Absence;
  /** What may be absent in it; empty where only presence is accepted. */
  readonly absences: readonly Absence[];
  readonly provesTrue: ReadonlySet<string>;
  readonly provesFalse: ReadonlySet<string>;
}

/** A reading that may find nothing. */
export interface Absence {
  /** As written: `data.order.redirectUrl`. */
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

export const NOTHING: ReadonlySet<string> = new Set();

/** A checked part that proves nothing; `parts` are what it was made of. */
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

/** `.name` of something lowered. */
export function lowerMember(of: Expression, name: string): Expression {
  if (Array.isArray(of)) {
    const [operation, ...rest] = of as readonly ['get' | 'member', ...string[]];
    if (operation === 'get') return ['get', ...rest, name];
    if (operation === 'member') return [...(of as readonly ['member', Expression, ...string[]]), name];
  }
  return ['member', of, name];
}
