import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { readContents } from './contents.ts';
import type { Queries } from './database.ts';
import { readManifest } from './manifests.ts';

/** The compiled parts of a release. */
export interface CompiledRelease {
  readonly app: AppPlan;
  readonly plans: ReadonlyMap<string, Plan>;
}

/**
 * Reads the plans that were compiled when the release was made. They are never compiled again, so a release never
 * changes.
 */
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

/** Parses a stored plan. */
export function parsePlan(bytes: Buffer | undefined): unknown {
  return JSON.parse((bytes ?? Buffer.alloc(0)).toString('utf8'));
}
