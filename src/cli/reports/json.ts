import { isFixable } from '#renderer/grammar/lint/fix.ts';
import type { Report } from './report.ts';

/** Number of the form; grows when a reader of the old form would misread the new one. */
const VERSION = 1;

export function writeJson({ problems, acknowledged, summary }: Report): string {
  const found = problems.map((problem) => (isFixable(problem) ? { ...problem, fixable: true } : problem));
  return `${JSON.stringify({ version: VERSION, problems: found, acknowledged, summary }, null, 2)}\n`;
}
