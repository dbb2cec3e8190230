import type { Colours } from '#src/shared/code-frame.ts';
import { describeProblems, describeSummary } from '#src/shared/problem-report.ts';
import type { Report } from './report.ts';

/**
 * A report for people: acknowledged warnings in one line each, warnings and errors with their source lines, and the
 * counts.
 */
export function writeCodeFrames(
  { problems, acknowledged, summary, texts, durationMs }: Report,
  colours: Colours,
): string {
  const meant = acknowledged.map(
    ({ code, file, line, column, message, reason }) =>
      `${colours.dim('meant')}  ${colours.bold(code)}  ${file}:${line}:${column}  ${message} ${colours.dim(`because: ${reason}`)}\n`,
  );
  // Errors last, so that they are visible above the counts.
  const inOrder = [
    ...problems.filter(({ severity }) => severity === 'warning'),
    ...problems.filter(({ severity }) => severity === 'error'),
  ];
  return meant.join('') + describeProblems(inOrder, texts, colours) + describeSummary(summary, durationMs);
}
