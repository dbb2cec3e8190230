import type { LegalWarning } from '#renderer/grammar/lint/law.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { CompileAsker } from './compile-queue.ts';
import type { CompiledRelease } from './compiled.ts';

/** Result of a compile; without `app` if a document has errors. */
export interface Compilation extends Partial<Pick<CompiledRelease, 'app'>>, Pick<CompiledRelease, 'plans'> {
  readonly problems: readonly Problem[];
  readonly law: readonly LegalWarning[];
  /** Why no server could serve the project, if it has no other problem. */
  readonly unservable?: string;
}

/** Validates and compiles a project, in this thread or another. */
export type Compile = (files: readonly SourceFile[], asker?: CompileAsker) => Promise<Compilation>;
