import * as v from 'valibot';
import type { Home, Waiting } from '#src/shared/registry/home.ts';
import { REVIEW_NEED } from '#src/shared/registry/review-need.ts';
import { DRAFT, SCHEDULE, UNREAD } from '../answers.ts';
import { type Ask, readAs } from '../api.ts';

const ACT = { actor: v.string(), at: v.number() };
const DECISION = { ...ACT, reason: v.string() };
const TITLED = { release: v.string(), releaseTitle: v.string() };
const PATHS = v.array(v.string());

const WAITING: v.GenericSchema<unknown, Waiting> = v.object({
  releases: v.array(
    v.object({
      ...DECISION,
      release: v.string(),
      next: v.picklist(['approve', 'publish']),
      kinds: v.array(REVIEW_NEED.entries.kind),
      changed: PATHS,
    }),
  ),
  changesAsked: v.array(
    v.object({
      ...ACT,
      id: v.string(),
      release: v.string(),
      text: v.string(),
      draft: v.string(),
      title: v.string(),
    }),
  ),
  mentions: v.array(UNREAD),
  conflicts: v.array(v.object({ id: v.string(), title: v.string() })),
});

const HOME: v.GenericSchema<unknown, Home> = v.object({
  drafts: v.array(
    v.object({
      ...ACT,
      id: v.string(),
      title: v.string(),
      base: v.exactOptional(v.string()),
      saved: v.exactOptional(v.object(ACT)),
      mineAt: v.exactOptional(v.number()),
      changed: PATHS,
      hasConflict: v.boolean(),
      present: v.array(v.string()),
    }),
  ),
  waiting: WAITING,
  live: v.exactOptional(
    v.object({
      ...DECISION,
      ...TITLED,
      isRolledBackTo: v.boolean(),
      product: v.string(),
      screens: v.array(v.object({ id: v.string(), title: v.string() })),
    }),
  ),
  schedules: v.array(v.intersect([SCHEDULE, v.object(TITLED)])),
  rollout: v.exactOptional(
    v.object({
      ...DECISION,
      ...TITLED,
      state: v.picklist(['running', 'paused']),
      basisPoints: v.number(),
      since: v.number(),
    }),
  ),
});

/** What the first page reads and changes. Every function throws `Refused`. */
export type HomeApi = ReturnType<typeof createHomeApi>;

export function createHomeApi(ask: Ask) {
  return {
    read: () => readAs(HOME, ask('GET', '/home')),
    async rename(draft: string, title: string): Promise<void> {
      await readAs(DRAFT, ask('PUT', `/drafts/${encodeURIComponent(draft)}/title`, { title }));
    },
    async discard(draft: string): Promise<void> {
      await readAs(DRAFT, ask('DELETE', `/drafts/${encodeURIComponent(draft)}`));
    },
  };
}

/** How many things wait for this person. */
export async function countWaiting(ask: Ask): Promise<number> {
  return sizeOf(await readAs(WAITING, ask('GET', '/home/waiting')));
}

export function sizeOf({ releases, changesAsked, mentions, conflicts }: Waiting): number {
  return releases.length + changesAsked.length + mentions.length + conflicts.length;
}
