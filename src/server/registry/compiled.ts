import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { readContents } from './contents.ts';
import type { Queries } from './database.ts';
import { readManifest } from './manifests.ts';

/** What is delivered of a release. */
export interface CompiledRelease {
  readonly app: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
}

/** What was compiled when the release was made: never compiled again, so that it never becomes another. */
export async function readCompiled(queries: Queries, hash: string): Promise<CompiledRelease> {
  const { compiled } = await readManifest(queries, hash);
  const contents = await readContents(queries, [compiled.app, ...Object.values(compiled.plans)]);
  return {
    app: parsePlan(contents.get(compiled.app)) as AppPlan,
    plans: new Map(
      Object.entries(compiled.plans).map(([screen, plan]) => [screen, parsePlan(contents.get(plan)) as Plan]),
    ),
  };
}

/** A plan as it is kept. */
export function parsePlan(bytes: Buffer | undefined): unknown {
  return JSON.parse((bytes ?? Buffer.alloc(0)).toString('utf8'));
}
