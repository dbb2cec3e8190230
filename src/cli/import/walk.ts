import type { Condition } from './condition.ts';
import type { References } from './references.ts';
import type { Report } from './report.ts';
import type { Slot } from './slot.ts';

/** Alternatives of a slot, looked at when everything else that is said about it is known. */
export interface Pending {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly pointer: string;
  readonly branches: readonly unknown[];
  readonly when: Condition;
}

/** What walking a schema needs everywhere. */
export interface Walk {
  readonly references: References;
  readonly report: Report;
  /** Says that the schema at this place holds for a slot, when the condition does. */
  apply(slot: Slot, pointer: string, when: Condition): void;
}
