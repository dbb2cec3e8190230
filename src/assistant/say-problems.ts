import type { Problem } from '#renderer/plan/problem.ts';

/** Problems in one text; more are only counted. */
const SHOWN = 40;

/** A problem as data, shorter than `Problem`: an assistant edits by pointer. */
export interface SaidProblem {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly path: string;
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
}

/** Errors first, then the warnings in documents of `about`; warnings elsewhere are only counted. */
export function sayProblems(
  problems: readonly Problem[],
  about: (path: string) => boolean,
): { readonly text: string; readonly data: object } {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity, file }) => severity === 'warning' && about(file));
  const shown = [...errors, ...warnings].slice(0, SHOWN);
  const elsewhere = problems.length - errors.length - warnings.length;
  const counts = `${errors.length} errors, ${warnings.length} warnings${elsewhere > 0 ? `, ${elsewhere} more warnings in documents that you did not ask about` : ''}`;
  const left = errors.length + warnings.length - shown.length;
  const lines = [
    problems.length === 0 ? 'No problems.' : `${counts}.`,
    ...shown.map(
      ({ severity, file, pointer, line, column, message, help, code }) =>
        `${severity} ${file} ${pointer === '' ? `${line}:${column}` : pointer}: ${message}${help === undefined ? '' : ` ${help}.`} (${code})`,
    ),
    ...(left > 0 ? [`… and ${left} more.`] : []),
  ];
  return {
    text: lines.join('\n'),
    data: {
      errors: errors.length,
      warnings: warnings.length,
      problems: shown.map(shorten),
      ...(left > 0 && { left }),
    },
  };
}

function shorten({ code, severity, file, pointer, message, help }: Problem): SaidProblem {
  return { code, severity, path: file, pointer, message, ...(help !== undefined && { help }) };
}
