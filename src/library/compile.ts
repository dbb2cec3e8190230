import { basename, extname } from 'node:path';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { describeProblems } from '#src/shared/problem-report.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { readAndCompile } from './compile-folder.ts';

/* The entry point `capiz/compile`: definitions in a folder become plans, in a build or on a server. */

export interface CompiledFolder {
  readonly app: AppPlan;
  /** By screen. */
  readonly plans: { readonly [screen: string]: Plan };
}

export interface CompileOptions {
  /** The address under which your server offers the files of screens/assets. Default: `/assets/`. */
  readonly assets?: string;
}

/** Thrown if a definition has an error; `message` shows each with its line. */
export class CompileError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[], texts: ReadonlyMap<string, string>) {
    super(`The definitions have errors.\n${describeProblems(problems, texts, makeColours(false))}`);
    this.name = 'CompileError';
    this.problems = problems;
  }
}

/**
 * Compiles the project in a folder, with the widgets and actions of its capiz.config.mjs. Pass the result to `Screens` of
 * `@capiz/renderer`.
 *
 * @param folder - Contains `screens/app.json`. Default: the current one.
 * @throws CompileError
 */
export async function compileFolder(
  folder = '.',
  { assets = '/assets/' }: CompileOptions = {},
): Promise<CompiledFolder> {
  const { files, app, plans, problems } = await readAndCompile(folder);
  if (app === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    throw new CompileError(errors, new Map(files.map(({ path, text }) => [path, text])));
  }
  const names = files.filter(({ path }) => isAsset(path)).map(({ path }) => basename(path));
  const addresses = Object.fromEntries(names.map((name) => [basename(name, extname(name)), assets + name]));
  const entries = [...plans].map(([id, plan]) => [id, { ...plan, assets: addresses }] as const);
  return { app, plans: Object.fromEntries(entries) };
}
