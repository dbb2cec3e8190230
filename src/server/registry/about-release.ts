import type { ScreenKind } from '../staff/roles.ts';
import type { Call } from './operations.ts';
import { readRelease } from './releases.ts';
import { readRollout } from './rollout-records.ts';
import { kindsOf } from './second-person.ts';

/** The kinds of screens that an operation is about which names a release, in its path or in its body. */
export async function aboutRelease({ database, params, body }: Call): Promise<readonly ScreenKind[]> {
  const { release } = { ...(body as { release?: string } | undefined), ...params };
  return release === undefined ? ['ordinary'] : kindsOf((await readRelease(database.queries, release)).needs);
}

/** As `aboutRelease`, of the release that a rollout gives out. */
export async function aboutRollout({ database, params }: Call): Promise<readonly ScreenKind[]> {
  const { release } = await readRollout(database.queries, params['rollout'] ?? '');
  return kindsOf((await readRelease(database.queries, release)).needs);
}
