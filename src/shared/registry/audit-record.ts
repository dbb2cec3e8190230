import type { Act } from './act.ts';

export interface AuditRecord extends Act {
  /** The writer's turn. */
  readonly turn: number;
  /** `release.publish`, `draft.save`, … */
  readonly action: string;
  /** What it was done to: a draft's id, a release's hash. */
  readonly subject: string;
  readonly details: { readonly [name: string]: unknown };
}
