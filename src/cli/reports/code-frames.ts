import type { Colours } from '#src/shared/code-frame.ts';
import { describeProblems, describeSummary } from '#src/shared/problem-report.ts';
import type { Report } from './report.ts';

/** For people: what is acknowledged in a line each, warnings, errors with their lines, and the counts. */
export function writeCodeFrames(
  { problems, acknowledged, summary, texts, durationMs }: Report,
  colours: Colours,
): string {
  const meant = acknowledged.map(
    ({ code, file, line, column, message, reason }) =>
      `${colours.dim('meant')}  ${colours.bold(code)}  ${file}:${line}:${column}  ${message} ${colours.dim(`because: ${reason}`)}\n`,
  );
  // Errors last: they are what a person has to see above the counts.
  const inOrder = [
    ...problems.filter(({ severity }) => severity === 'warning'),
    ...problems.filter(({ severity }) => severity === 'error'),
  ];
  return meant.join('') + describeProblems(inOrder, texts, colours) + describeSummary(summary, durationMs);
}
