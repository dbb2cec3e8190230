import type { Problem } from '#renderer/plan/problem.ts';
import { fixFile, isFixable } from '#renderer/grammar/lint/fix.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Range } from './place.ts';

/** Where a problem stands in a text of lines that end with one unit; never beyond it, as the text may have gone on. */
export function rangeOfProblem(text: string, { line, column, length = 1 }: Problem): Range {
  let from = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const end = text.indexOf('\n', from);
  const to = end < 0 ? text.length : end;
  const start = Math.min(to, from + column - 1);
  return { from: start, to: Math.min(to, start + length) };
}

/** What mends a problem for certain, as `capiz check --fix` does; undefined where only its author knows. */
export function fixOf(workspace: Workspace, problem: Problem): (() => void) | undefined {
  if (!isFixable(problem)) return undefined;
  return () => {
    const text = workspace.snapshot().texts.get(problem.file);
    if (text === undefined) return;
    const fixed = fixFile({ path: problem.file, text }, [problem]);
    workspace.edit({ label: `Fix ${problem.code}`, changes: { [problem.file]: fixed } });
  };
}
