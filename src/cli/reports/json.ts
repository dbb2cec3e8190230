import { isFixable } from '#renderer/grammar/lint/fix.ts';
import { formatJson } from '../print-result.ts';
import type { Report } from './report.ts';

export function writeJson({ problems, acknowledged, summary }: Report): string {
  const found = problems.map((problem) => (isFixable(problem) ? { ...problem, fixable: true } : problem));
  return formatJson({ problems: found, acknowledged, summary });
}
