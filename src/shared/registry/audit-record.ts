import type { Act } from './act.ts';

export interface AuditRecord extends Act {
  /** Number of the write transaction; it grows with each one. */
  readonly turn: number;
  /** `release.publish`, `draft.save`, … */
  readonly action: string;
  /** The id of what was changed: a draft's id, a release's hash. */
  readonly subject: string;
  readonly details: { readonly [name: string]: unknown };
}
