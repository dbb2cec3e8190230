import type { ScreenKind } from '#src/review/roles.ts';
import type { Queries } from './database.ts';
import { readRelease } from './releases.ts';
import { readRollout } from './rollout-records.ts';
import { kindsOf } from './second-person.ts';

export async function kindsOfRelease(queries: Queries, release: string): Promise<readonly ScreenKind[]> {
  return kindsOf((await readRelease(queries, release)).needs);
}

export async function kindsOfRollout(queries: Queries, rollout: string): Promise<readonly ScreenKind[]> {
  return kindsOfRelease(queries, (await readRollout(queries, rollout)).release);
}
