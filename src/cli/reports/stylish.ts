import type { Colours } from '#src/shared/code-frame.ts';
import { describeSummary } from '#src/shared/problem-report.ts';
import type { Report } from './report.ts';

/** One line for each problem, below its file's name. */
export function writeStylish({ problems, summary, durationMs }: Report, colours: Colours): string {
  const { bold, dim, red, yellow } = colours;
  const files = [...new Set(problems.map(({ file }) => file))];
  const blocks = files.map((file) => {
    const own = problems.filter((problem) => problem.file === file);
    const places = own.map(({ line, column }) => `${line}:${column}`);
    const width = Math.max(...places.map(({ length }) => length));
    const lines = own.map(({ severity, message, code }, at) => {
      const word = severity === 'error' ? red('error') : yellow('warn ');
      return `  ${dim((places[at] ?? '').padEnd(width))}  ${word}  ${message}  ${dim(code)}\n`;
    });
    return `${bold(file)}\n${lines.join('')}\n`;
  });
  return `${blocks.join('')}${describeSummary(summary, durationMs)}`;
}
