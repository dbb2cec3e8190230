import type { ScreenKind } from '../staff/roles.ts';
import type { Queries } from './database.ts';
import type { Call } from './operations.ts';
import { readRelease } from './releases.ts';
import { readRollout } from './rollout-records.ts';

/** The kinds of screens that an operation is about which names a release, in its path or in its body. */
export async function aboutRelease({ database, params, body }: Call): Promise<readonly ScreenKind[]> {
  const { release } = { ...(body as { release?: string } | undefined), ...params };
  return release === undefined ? ['ordinary'] : kindsOf(database.queries, release);
}

/** As `aboutRelease`, of the release that a rollout gives out. */
export async function aboutRollout({ database, params }: Call): Promise<readonly ScreenKind[]> {
  const { release } = await readRollout(database.queries, params['rollout'] ?? '');
  return kindsOf(database.queries, release);
}

async function kindsOf(queries: Queries, release: string): Promise<readonly ScreenKind[]> {
  const { needs } = await readRelease(queries, release);
  return needs.length === 0 ? ['ordinary'] : [...new Set(needs.map(({ kind }) => kind))];
}
