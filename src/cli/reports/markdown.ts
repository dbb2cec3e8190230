import type { Problem } from '#renderer/plan/problem.ts';
import { countsOf } from '#src/shared/problem-report.ts';
import type { Report } from './report.ts';

/** Tables for a job summary or a merge request: all problems, and acknowledged warnings with their reasons. */
export function writeMarkdown({ problems, acknowledged, summary }: Report): string {
  const found = problems.map((problem) => [
    problem.severity,
    problem.code,
    placeOf(problem),
    problem.help === undefined ? problem.message : `${problem.message} help: ${problem.help}`,
  ]);
  const meant = acknowledged.map((problem) => [
    problem.code,
    placeOf(problem),
    problem.message,
    problem.reason,
  ]);
  return [
    `**capiz check**: ${countsOf(summary)}\n`,
    ...(found.length === 0 ? [] : [table(['', 'code', 'place', 'problem'], found)]),
    ...(meant.length === 0 ? [] : ['Acknowledged:\n', table(['code', 'place', 'warning', 'reason'], meant)]),
  ].join('\n');
}

function placeOf({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return `${line(head)}|${head.map(() => '---|').join('')}\n${rows.map(line).join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');
}
