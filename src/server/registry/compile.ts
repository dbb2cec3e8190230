import type { Compilation, Compile } from './compilation.ts';
import { compiledOf } from '#renderer/grammar/compile.ts';
import { findLegalWarnings } from '#renderer/grammar/lint/law.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { whyUnservable } from './servable.ts';

export function compileFiles(files: readonly SourceFile[]): Compilation {
  const project = analyzeProject(files);
  const { app, plans, problems } = withBrand(compiledOf(project), files);
  const law = findLegalWarnings(project);
  if (app === undefined || problems.some(({ severity }) => severity === 'error')) {
    return { ...(app && { app }), plans, problems, law };
  }
  const bytes = new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
  const unservable = whyTooLarge(app, plans) ?? whyUnservable({ app, plans, files: bytes });
  return { app, plans, problems, law, ...(unservable !== undefined && { unservable }) };
}

/**
 * Maximum number of characters of a new release in all its languages. A server builds every screen once per
 * language when it loads a release, and cannot answer meanwhile. The shipped product reaches the limit with about
 * 100 languages.
 */
export const MOST_CHARACTERS = 32 * 1024 * 1024;

/** Checked before a new release is loaded. Earlier releases are served at any size. */
function whyTooLarge(app: AppPlan, plans: ReadonlyMap<string, Plan>): string | undefined {
  const languages = app.languages.list.length;
  const characters = [app, ...plans.values()].reduce((sum, { messages, ...rest }) => {
    return sum + JSON.stringify(messages).length + languages * JSON.stringify(rest).length;
  }, 0);
  return characters > MOST_CHARACTERS
    ? `Its ${plans.size} screens in ${languages} languages are ${characters} characters; the limit is ${MOST_CHARACTERS}.`
    : undefined;
}

export const compileHere: Compile = (files) => Promise.resolve(compileFiles(files));
