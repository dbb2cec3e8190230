import type { AcknowledgedProblem } from '#renderer/grammar/lint/inspect.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Summary } from '#src/shared/problem-report.ts';

/** The findings of `capiz check`, before they are formatted. */
export interface Report {
  readonly problems: readonly Problem[];
  readonly acknowledged: readonly AcknowledgedProblem[];
  readonly summary: Summary;
  /** Every checked document, by path, with its text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly durationMs: number;
}
