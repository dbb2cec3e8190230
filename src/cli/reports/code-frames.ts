import type { Colours } from '#src/shared/code-frame.ts';
import { describeProblems, describeSummary } from '#src/shared/problem-report.ts';
import type { Report } from './report.ts';

/** For people: every problem with its lines, what is acknowledged in a line each, and the counts. */
export function writeCodeFrames(
  { problems, acknowledged, summary, texts, durationMs }: Report,
  colours: Colours,
): string {
  const meant = acknowledged.map(
    ({ code, file, line, column, message, reason }) =>
      `${colours.dim('meant')}  ${colours.bold(code)}  ${file}:${line}:${column}  ${message} ${colours.dim(`because: ${reason}`)}\n`,
  );
  return describeProblems(problems, texts, colours) + meant.join('') + describeSummary(summary, durationMs);
}
