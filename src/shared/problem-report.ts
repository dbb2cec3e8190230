import type { Problem } from '#renderer/plan/problem.ts';
import { codeFrame, type Colours } from './code-frame.ts';

export interface Summary {
  readonly screens: number;
  readonly errors: number;
  readonly warnings: number;
  /** Acknowledged warnings; not included in `warnings`. */
  readonly acknowledged?: number;
}

/** Formats problems for a person. */
export function describeProblems(
  problems: readonly Problem[],
  texts: ReadonlyMap<string, string>,
  colours: Colours,
): string {
  return problems
    .map((problem) => `${describeProblem(problem, texts.get(problem.file), colours)}\n`)
    .join('');
}

function describeProblem(problem: Problem, text: string | undefined, colours: Colours): string {
  const place = `${problem.file}:${problem.line}:${problem.column}`;
  if (problem.severity === 'warning') {
    const help = problem.help === undefined ? '' : `; ${problem.help}`;
    return `${colours.yellow('warn')}   ${colours.bold(problem.code)}  ${place}  ${problem.message}${help}`;
  }
  const head =
    `${colours.red('error')}  ${colours.bold(problem.code)}  ${place}  ${problem.pointer}`.trimEnd();
  const explain = colours.dim(`explain: capiz explain ${problem.code}`);
  const help = problem.help === undefined ? '' : `help: ${problem.help}        `;
  const frame = text === undefined ? `  ${problem.message}` : codeFrame(text, problem, colours);
  return `${head}\n${frame}\n  ${help}${explain}`;
}

/** `2 screens, 1 error, 0 warnings in 0.21 s` */
export function describeSummary(summary: Summary, durationMs: number): string {
  return `${countsOf(summary)} in ${(durationMs / 1000).toFixed(2)} s\n`;
}

/** `2 screens, 1 error, 0 warnings, 1 acknowledged` */
export function countsOf({ screens, errors, warnings, acknowledged = 0 }: Summary): string {
  const meant = acknowledged === 0 ? '' : `, ${acknowledged} acknowledged`;
  return `${count(screens, 'screen')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}${meant}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
