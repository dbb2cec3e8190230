import type { Problem } from '#renderer/plan/problem.ts';
import { textFixOf } from '#src/language-service/fixes.ts';
import type { Workspace } from '../model/workspace.ts';

/** A fix for a problem. */
export interface Fix {
  /** The suggested name, if the fix is a guess; absent if the fix is certain. */
  readonly word?: string;
  run(): void;
}

/** The fix for a problem, as one edit; undefined if there is none. */
export function fixOf(workspace: Workspace, problem: Problem): Fix | undefined {
  const { file, code } = problem;
  const fix = textFixOf(problem, workspace.snapshot().texts.get(file) ?? '');
  return (
    fix && {
      ...(fix.word !== undefined && { word: fix.word }),
      run() {
        const fixed = fix.apply(workspace.snapshot().texts.get(file) ?? '');
        if (fixed !== undefined) workspace.edit({ label: `Fix ${code}`, changes: { [file]: fixed } });
      },
    }
  );
}

/** Label of the button. */
export function nameOfFix({ word }: Fix): string {
  return word === undefined ? 'Fix' : `Fix: “${word}”`;
}
