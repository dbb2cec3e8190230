import type * as v from 'valibot';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';
import type { ChangeRequest } from '#src/shared/registry/change-request.ts';
import type { ReleaseRecord, Approval, LookedAt } from '#src/shared/registry/release-record.ts';
import type { Schedule } from '#src/shared/registry/schedule.ts';
import type { AuditRecord } from '#src/shared/registry/audit-record.ts';
import type { Freeze } from '#src/shared/registry/freeze.ts';
import type { Strategy } from '#src/shared/rollout/strategy.ts';
import type { Condition } from '#src/shared/rollout/audience.ts';
import {
  AUDIT,
  DRAFT_FILES,
  FREEZES,
  PICTURE_REVIEWS,
  READERS,
  RELEASE,
  RELEASES,
  ROLLOUT,
  ROLLOUT_BOARD,
  ROLLBACK,
  ROLLOUTS,
  SCHEDULE,
  SCHEDULES,
  VISITORS,
  WHOLE_RELEASE,
} from '../answers.ts';
import { type Ask, createApi, type Draft, readAs } from '../api.ts';

export type { Approval, AuditRecord, Freeze, ReleaseRecord, Schedule };

/**
 * A rollout with the reports of its stage and the conditions of its next one. After the rollout's end, reports and
 * conditions are absent.
 */
export type RolloutBoard = v.InferOutput<typeof ROLLOUT_BOARD>;

export type RolloutVerb = 'advance' | 'pause' | 'resume' | 'return';

/** A release with all details; `files` are hashes by path. */
export type WholeRelease = v.InferOutput<typeof WHOLE_RELEASE>;

/** How a release reaches a share first. */
interface Growing {
  /** The name of a strategy, or a strategy. */
  readonly strategy: string | Strategy;
  readonly audience: readonly Condition[];
}

export interface RolloutStart extends Growing {
  readonly release: string;
  readonly reason: string;
}

/** What was made of a draft. */
export interface DraftStanding {
  /** The release with exactly the draft's content, based on the live release. */
  readonly release: WholeRelease | undefined;
  /** Changes that reviewers ask for in the newest release of the draft. */
  readonly asked: readonly ChangeRequest[];
}

/** Actions of the audit log that change what borrowers get, allow or plan a change, or prevent one. */
const HISTORY = [
  'release.publish',
  'release.rollback',
  'release.approve',
  'release.ask-changes',
  'release.withdraw-changes',
  'release.schedule',
  'release.reschedule',
  'release.unschedule',
  'release.schedule-refused',
  'rollout.start',
  'rollout.advance',
  'rollout.pause',
  'rollout.resume',
  'rollout.return',
];

/** API of releases and rollouts. Every function throws `Refused`. */
export type ReleasesApi = ReturnType<typeof createReleasesApi>;

export function createReleasesApi(ask: Ask) {
  const { readLive, readFiles } = createApi(ask);
  const read = (release: string): Promise<WholeRelease> =>
    readAs(WHOLE_RELEASE, ask('GET', `/releases/${encodeURIComponent(release)}`));
  /** Newest first. */
  const list = async (): Promise<readonly ReleaseRecord[]> =>
    (await readAs(RELEASES, ask('GET', '/releases'))).releases;
  return {
    /** Stores a draft as a release without publishing it. The same content gives the same release. */
    make: (draft: string, reason: string) => readAs(RELEASE, ask('POST', '/releases', { draft, reason })),
    read,
    list,
    /** The newest release of a draft: whether it has exactly the draft's content, and the changes asked for. */
    async findOf({ id }: Pick<Draft, 'id'>): Promise<DraftStanding> {
      const made = (await list()).find(({ draft }) => draft === id);
      if (made === undefined) return { release: undefined, asked: [] };
      const [release, now] = await Promise.all([
        read(made.hash),
        readAs(DRAFT_FILES, ask('GET', `/drafts/${id}`)),
      ]);
      const isSame =
        release.parent === (now.parent ?? undefined) && write(release.files) === write(now.files);
      return { release: isSame ? release : undefined, asked: release.asked };
    },
    /** @param pictures - What the person looked at. */
    async approve(release: string, reason: string, pictures: LookedAt): Promise<void> {
      await ask('POST', `/releases/${release}/approve`, { reason, pictures });
    },
    async askForChanges(release: string, text: string): Promise<void> {
      await ask('POST', `/releases/${release}/change-requests`, { text });
    },
    async withdrawChangeRequest(id: string): Promise<void> {
      await ask('POST', `/change-requests/${id}/withdraw`);
    },
    /** The latest review of each state of a draft. */
    async listPictureReviews(draft: string): Promise<readonly ScreenshotReview[]> {
      return (await readAs(PICTURE_REVIEWS, ask('GET', `/drafts/${draft}/pictures`))).reviews;
    },
    /**
     * Reviews a screenshot of a draft; with `release`, a screenshot of that release.
     *
     * @returns the latest review of each state.
     */
    async reviewPicture(
      { draft, ...release }: { readonly draft: string; readonly release?: string },
      saying: Pick<ScreenshotReview, 'state' | 'picture' | 'verdict' | 'note'>,
    ): Promise<readonly ScreenshotReview[]> {
      const body = { ...saying, ...release };
      return (await readAs(PICTURE_REVIEWS, ask('POST', `/drafts/${draft}/pictures`, body))).reviews;
    },
    async publish(release: string, reason: string): Promise<void> {
      await ask('POST', `/releases/${release}/publish`, { reason });
    },
    /** @param due - Milliseconds since the epoch. */
    schedule: (release: string, due: number, reason: string, gradual?: Growing) =>
      readAs(
        SCHEDULE,
        ask('POST', `/releases/${release}/schedule`, { due, reason, ...(gradual && { gradual }) }),
      ),
    /** @param due - Milliseconds since the epoch. */
    async moveSchedule(id: string, due: number, reason: string): Promise<void> {
      await readAs(SCHEDULE, ask('POST', `/schedules/${id}/move`, { due, reason }));
    },
    startRollout: (start: RolloutStart) => readAs(ROLLOUT, ask('POST', '/rollouts', start)),
    readLive: async () => (await readLive())?.release,
    readFiles,
    listSchedules: async () => (await readAs(SCHEDULES, ask('GET', '/schedules'))).schedules,
    async cancelSchedule(id: string, reason: string): Promise<void> {
      await ask('POST', `/schedules/${id}/cancel`, { reason });
    },
    /** Freezes that have not ended. */
    listFreezes: async () => (await readAs(FREEZES, ask('GET', '/freezes'))).freezes,
    async liftFreeze(id: string, reason: string): Promise<void> {
      await ask('POST', `/freezes/${id}/remove`, { reason });
    },
    /** @param time - Milliseconds since the epoch. */
    async addFreeze(time: { readonly from: number; readonly to: number }, reason: string): Promise<void> {
      await ask('POST', '/freezes', { ...time, reason });
    },
    /** The running rollout; undefined if there is none. */
    async findRollout(): Promise<RolloutBoard | undefined> {
      const { rollouts } = await readAs(ROLLOUTS, ask('GET', '/rollouts'));
      const found = rollouts.find(({ state }) => state === 'running' || state === 'paused');
      return found && readAs(ROLLOUT_BOARD, ask('GET', `/rollouts/${found.id}`));
    },
    async changeRollout(id: string, verb: RolloutVerb, reason: string): Promise<void> {
      await ask('POST', `/rollouts/${id}/${verb}`, { reason });
    },
    /** The release that a rollback makes live; undefined if there is none, or a rollout is in progress. */
    findRollback: async () => (await readAs(ROLLBACK, ask('GET', '/rollback'))).to,
    /**
     * Makes an earlier release live.
     *
     * @param to - The release that the person chose.
     * @param seen - The live release that the person saw.
     * @throws Refused `conflict` if another one is live; `problems` if `to` can no longer be served.
     */
    async rollBack(
      reason: string,
      { to, seen }: { readonly to: string; readonly seen: string },
    ): Promise<void> {
      await ask('POST', '/rollback', { reason, to, seen });
    },
    /** Number of unique visitors in the last days. */
    readVisitors: () => readAs(VISITORS, ask('GET', '/visitors')),
    /** Grammar versions of the pages in use; empty if nothing is live. */
    async listReaders(): Promise<readonly number[]> {
      const live = await readLive();
      if (live === undefined) return [];
      const { readers } = await readAs(READERS, ask('GET', `/releases/${live.release}/readers`));
      return readers.map(({ grammar }) => grammar);
    },
    /** Audit records of releases and rollouts, newest first. */
    async listHistory(): Promise<readonly AuditRecord[]> {
      const path = `/audit?limit=200&actions=${HISTORY.join(',')}`;
      return (await readAs(AUDIT, ask('GET', path))).records;
    },
  };
}

/** The files as text in a fixed order, for comparison. */
function write(files: WholeRelease['files']): string {
  return JSON.stringify(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}
