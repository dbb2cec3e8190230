import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { LintAnswer, LintQuestion } from './lint-beside.ts';

/* Lints a whole project in a worker, so that typing is not delayed. */

const known = new Map<string, SourceFile>();

self.addEventListener('message', ({ data }: MessageEvent<LintQuestion>) => {
  for (const file of data.files) known.set(file.path, file);
  for (const path of data.gone) known.delete(path);
  const files = [...known.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const warnings = inspectProject(files).problems.filter(({ severity }) => severity === 'warning');
  self.postMessage(warnings satisfies LintAnswer);
});
