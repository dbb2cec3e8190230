import type { Condition } from './condition.ts';
import type { References } from './references.ts';
import type { Report } from './report.ts';
import type { Slot } from './slot.ts';

/** Alternatives of a slot, processed after everything else about it is known. */
export interface Pending {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly pointer: string;
  readonly branches: readonly unknown[];
  readonly when: Condition;
}

/** The schemas that are read, and the report on their keywords. */
export interface Reading {
  readonly references: References;
  readonly report: Report;
}

/** The context of a walk through a schema. */
export interface Walk extends Reading {
  /** Schemas that were applied to each slot. */
  readonly applied: Map<Slot, readonly { readonly pointer: string; readonly when: Condition }[]>;
  readonly pending: Map<Slot, Pending[]>;
  /** Applies the schema at this pointer to a slot, under a condition. */
  apply(slot: Slot, pointer: string, when: Condition): void;
}
