import { useEffect, useMemo, useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { isSameRecord } from '#src/language-service/same-record.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { whenIdle } from '../panes/when-idle.ts';
import { type Lint, lintBeside } from './lint-beside.ts';

interface Found {
  readonly warnings: readonly Problem[];
  /** The files that were linted. */
  readonly files: readonly SourceFile[];
}

const NOTHING: Found = { warnings: [], files: [] };

/**
 * Lint warnings, next to the problems that the workspace finds at every key press. The lint runs when the person has
 * stopped typing; until then the earlier warnings about unchanged records are shown.
 */
export function useLints(
  { files, problems, isWhole }: Pick<WorkspaceView, 'files' | 'problems' | 'isWhole'>,
  lint: Lint = lintBeside,
): readonly Problem[] {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    // Wait until all screens are loaded.
    if (!isWhole) return undefined;
    let isGone = false;
    const idle = whenIdle(() => {
      void lint(files).then((warnings) => {
        if (!isGone) setFound({ warnings, files });
      });
    });
    idle.begin();
    return () => {
      isGone = true;
      idle.end();
    };
  }, [files, isWhole, lint]);
  return useMemo(() => {
    const said = new Set(problems.map(sayProblem));
    return found.warnings.filter(
      (warning) =>
        !said.has(sayProblem(warning)) &&
        isSameRecord(warning.pointer, fileOf(warning, found.files), fileOf(warning, files)),
    );
  }, [found, problems, files]);
}

function fileOf({ file }: Problem, files: readonly SourceFile[]): SourceFile | undefined {
  return files.find(({ path }) => path === file);
}

function sayProblem({ code, file, pointer, message }: Problem): string {
  return `${code} ${file} ${pointer} ${message}`;
}
