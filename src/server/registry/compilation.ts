import type { MatterOfLaw } from '#renderer/grammar/lint/law.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { CompileAsker } from './compile-queue.ts';
import type { CompiledRelease } from './compiled.ts';

/** What is said of a whole project; without an app where any document has an error. */
export interface Compilation extends Partial<Pick<CompiledRelease, 'app'>>, Pick<CompiledRelease, 'plans'> {
  readonly problems: readonly Problem[];
  readonly law: readonly MatterOfLaw[];
  /** Why no server could serve it, if it has no other problem. */
  readonly unservable?: string;
}

/** Checks and compiles a project: here, or where it keeps nobody waiting. */
export type Compile = (files: readonly SourceFile[], asker?: CompileAsker) => Promise<Compilation>;
