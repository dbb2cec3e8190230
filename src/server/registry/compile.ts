import { compileProject } from '#renderer/grammar/compile.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import type { CompiledRelease } from './compiled.ts';

/** What is said of a whole project; without an app where any document has an error. */
export interface Compilation extends Partial<Pick<CompiledRelease, 'app'>>, Pick<CompiledRelease, 'plans'> {
  readonly problems: readonly Problem[];
}

/** Checks and compiles a project: here, or where it keeps nobody waiting. */
export type Compile = (files: readonly SourceFile[]) => Promise<Compilation>;

export function compileFiles(files: readonly SourceFile[]): Compilation {
  const { app, plans, problems } = withBrand(compileProject(files), files);
  return { ...(app && { app }), plans, problems };
}

export const compileHere: Compile = (files) => Promise.resolve(compileFiles(files));
