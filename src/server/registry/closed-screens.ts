import type { Plan } from '#renderer/plan/plan.ts';
import { replacePlans } from '../delivery/release.ts';
import type { ReleaseParts } from '../delivery/release-source.ts';
import { record } from './audit.ts';
import type { Database, Queries } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import { findLive, readManifest } from './manifests.ts';
import type { Decision } from '#src/shared/registry/act.ts';

/** A screen that every release replaces with a notice. */
export interface ClosedScreen extends Decision {
  readonly screen: string;
}

/**
 * Closes a screen immediately: this needs no approval and ignores freezes and rollouts.
 * @throws RegistryRefusal `unknown` for a screen that is not live, `conflict` if it is already closed.
 */
export function closeScreen(
  { write }: Database,
  { screen, actor, at, reason }: ClosedScreen,
): Promise<ClosedScreen[]> {
  return write(async (queries, turn) => {
    const live = await findLive(queries);
    const { plans } = live ? (await readManifest(queries, live.release)).compiled : { plans: {} };
    if (!Object.hasOwn(plans, screen)) {
      throw new RegistryRefusal('unknown', `No screen ${screen} is live.`);
    }
    if ((await listClosed(queries)).some((closed) => closed.screen === screen)) {
      throw new RegistryRefusal('conflict', `The screen ${screen} is closed.`);
    }
    await queries.insertInto('closed_screens').values({ screen, actor, at, reason }).execute();
    await record(queries, { turn, at, actor, action: 'screen.close', subject: screen, details: { reason } });
    return listClosed(queries);
  });
}

/** @throws RegistryRefusal `unknown` if it is not closed. */
export function openScreen(
  { write }: Database,
  { screen, actor, at, reason }: ClosedScreen,
): Promise<ClosedScreen[]> {
  return write(async (queries, turn) => {
    const { numDeletedRows } = await queries
      .deleteFrom('closed_screens')
      .where('screen', '=', screen)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new RegistryRefusal('unknown', `The screen ${screen} is not closed.`);
    await record(queries, { turn, at, actor, action: 'screen.open', subject: screen, details: { reason } });
    return listClosed(queries);
  });
}

export function listClosed(queries: Queries): Promise<ClosedScreen[]> {
  return queries.selectFrom('closed_screens').selectAll().orderBy('screen').execute();
}

/**
 * The release as it is served while screens are closed: the plan of each closed screen is replaced by a notice.
 */
export function closeIn(parts: ReleaseParts, closed: ReadonlySet<string>): ReleaseParts {
  return closed.size === 0 ? parts : { ...parts, release: replacePlans(parts.release, closed, makeClosed) };
}

/**
 * Paths of the contracts that only closed screens call. Pages normally name the calling screen; this stops the
 * calls of older builds that do not.
 * @param parts - The release as it is with no screen closed.
 */
export function findClosedPaths(
  { release: { screens, plans }, contracts }: ReleaseParts,
  closed: ReadonlySet<string>,
): ReadonlySet<string> {
  const open = new Set<string>();
  const shut = new Set<string>();
  for (const [id, name] of Object.entries(screens))
    for (const endpoint of Object.values(plans.get(name)?.endpoints ?? {}))
      (closed.has(id) ? shut : open).add(endpoint.name);
  const only = contracts.filter(({ name }) => shut.has(name) && !open.has(name));
  return new Set(only.flatMap(({ paths }) => paths));
}

/** A plan with the same address as the screen, and without calls. */
function makeClosed({ grammar, id, title, layout, params, public: isPublic, demo }: Plan): Plan {
  return {
    ...{ grammar, id, title, params },
    ...(layout && { layout }),
    ...(isPublic && { public: isPublic }),
    ...(demo && { demo }),
    ...{ data: {}, state: {}, timers: {}, on: {}, bar: [], overlays: {}, endpoints: {}, bridge: {} },
    body: [
      {
        id: 'closed',
        type: 'text',
        // A text of the engine, so it is translated in every application.
        props: { text: ['text', 'This page is not available right now. Please try again later.'] },
        reads: [],
      },
    ],
    messages: {},
    uses: { widgets: ['text'], actions: [] },
  };
}
