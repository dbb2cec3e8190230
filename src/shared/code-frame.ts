import type { Problem } from '#renderer/plan/problem.ts';

const LINES_BEFORE = 2;
/** Maximum number of characters shown of a line, which can be 256 KiB long. */
const WIDTH = 110;

export interface Colours {
  red(text: string): string;
  yellow(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

export function makeColours(hasColour: boolean): Colours {
  const paint = (code: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: paint(31), yellow: paint(33), dim: paint(2), bold: paint(1) };
}

/** The problem's line and the two before it, with a mark and the message below. */
export function codeFrame(text: string, problem: Problem, colours: Colours): string {
  const lines = text.split(/\r\n|\n|\r/);
  const from = Math.max(1, problem.line - LINES_BEFORE);
  const gutter = String(problem.line).length;
  // All lines are cut at the same column, so that they stay aligned.
  const start = problem.column > WIDTH - 30 ? problem.column - 40 : 0;
  const out: string[] = [];
  for (let number = from; number <= problem.line; number++) {
    const mark = number === problem.line ? colours.red('>') : ' ';
    const shown = show(lines[number - 1] ?? '', start);
    out.push(`${mark} ${colours.dim(`${String(number).padStart(gutter)} |`)} ${shown}`.trimEnd());
  }
  const line = lines[problem.line - 1] ?? '';
  const indent = widthOf(line.slice(start, problem.column - 1)) + (start > 0 ? 1 : 0);
  const carets = '^'.repeat(Math.max(1, Math.min(problem.length ?? 1, WIDTH - 40)));
  out.push(
    `  ${' '.repeat(gutter)} ${colours.dim('|')} ${' '.repeat(indent)}${colours.red(carets)} ${problem.message}`,
  );
  return out.join('\n');
}

/** Control characters are never sent to the terminal: a document could move its cursor. */
function show(line: string, start: number): string {
  const cut = line
    .slice(start, start + WIDTH)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (unit) => (unit === '\t' ? '  ' : '�'));
  return `${start > 0 && line.length > start ? '…' : ''}${cut}${line.length > start + WIDTH ? '…' : ''}`;
}

/** Number of columns of a piece of a line: a tab is shown as two. */
function widthOf(piece: string): number {
  return Array.from(piece).reduce((width, unit) => width + (unit === '\t' ? 2 : 1), 0);
}
