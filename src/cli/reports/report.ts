import type { AcknowledgedProblem } from '#renderer/grammar/lint/inspect.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Summary } from '#src/shared/problem-report.ts';

/** What `capiz check` found, before it is written in some form. */
export interface Report {
  readonly problems: readonly Problem[];
  readonly acknowledged: readonly AcknowledgedProblem[];
  readonly summary: Summary;
  /** Every document that was looked at, by path, with its text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly durationMs: number;
}
