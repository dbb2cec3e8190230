import { resolve } from 'node:path';
import { compileProject } from '#renderer/grammar/compile.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { adoptConfig } from '#src/extensions/config.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';

/** The result of a compilation: without `app` if a document has an error. */
export interface Folder {
  /** Absolute. */
  readonly root: string;
  readonly files: readonly ProjectFile[];
  readonly app?: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Errors and warnings. */
  readonly problems: readonly Problem[];
}

/**
 * Reads and compiles the definitions of a project, with its own widgets and actions.
 *
 * @throws Error if a file cannot be read, or capiz.config.mjs has a fault.
 */
export async function readAndCompile(folder: string): Promise<Folder> {
  const root = resolve(folder);
  await adoptConfig(root);
  const files = readProjectFiles(root);
  const { app, plans, problems } = withBrand(compileProject(files), files);
  return { root, files, plans, problems, ...(app && { app }) };
}
