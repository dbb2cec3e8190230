import type { Expression, Value } from '#renderer/plan/expression.ts';
import type { Payload } from './payload.ts';

/** One of the answers of an endpoint, as `schemas/scenario.schema.json` says it, with its expressions compiled. */
export interface Case {
  /** Absent: always. */
  readonly when?: Expression;
  readonly delayMs?: number;
  /** `code`, `message` and `fields`. */
  readonly error?: Expression;
  readonly reply?: CaseReply;
  /** New values of the memory. */
  readonly remember?: { readonly [name: string]: Expression };
  /** What is added at the end of lists of the memory. */
  readonly append?: { readonly [name: string]: Expression };
  /** Where the order stands afterwards. */
  readonly stage?: string;
}

export interface CaseReply {
  /** What the fixture that it is like holds. */
  readonly like: Payload;
  /** A record that is laid over it. */
  readonly change?: Expression;
  /** Members that are taken away, as a merge patch. */
  readonly without?: Payload;
  /** The reply with a sample in place of each computed value, to compare it with its contract; absent for a fixture as it is. */
  readonly sample?: Payload;
}

/** What the memory of an order holds, by name. */
export interface Memory {
  readonly [name: string]: Value;
}
