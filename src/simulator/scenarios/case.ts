import type { Expression, Value } from '#renderer/plan/expression.ts';
import type { Payload } from './payload.ts';

/** One possible answer of an endpoint, from `schemas/scenario.schema.json`, with its expressions compiled. */
export interface Case {
  /** Absent: always. */
  readonly when?: Expression;
  readonly delayMs?: number;
  /** `code`, `message` and `fields`. */
  readonly error?: Expression;
  readonly reply?: CaseReply;
  /** New values of the memory. */
  readonly remember?: { readonly [name: string]: Expression };
  /** Items that are added at the end of lists in the memory. */
  readonly append?: { readonly [name: string]: Expression };
  /** The stage of the order afterwards. */
  readonly stage?: string;
}

export interface CaseReply {
  /** The content of the fixture in `like`. */
  readonly like: Payload;
  /** A record that is merged over the fixture. */
  readonly change?: Expression;
  /** Members that are removed, as a merge patch. */
  readonly without?: Payload;
  /**
   * The reply with a sample for each computed value, to compare it with its contract; absent for an unchanged
   * fixture.
   */
  readonly sample?: Payload;
}

/** The memory of an order, by name. */
export interface Memory {
  readonly [name: string]: Value;
}
