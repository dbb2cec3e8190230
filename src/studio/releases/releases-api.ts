import type { ReleaseRecord } from '#src/server/registry/releases.ts';
import type { Rollout } from '#src/server/registry/rollout-records.ts';
import type { Schedule } from '#src/server/registry/schedules.ts';
import type { Strategy } from '#src/server/registry/strategy.ts';
import type { Condition } from '#src/shared/rollout/audience.ts';
import type { Act } from '#src/server/registry/audit.ts';
import type { Ask, Draft } from '../api.ts';

export type { ReleaseRecord, Rollout, Schedule };

/** Somebody's yes to a release. */
export interface Approval extends Act {
  readonly reason: string;
}

/** A release as it is read by itself. */
export interface WholeRelease extends ReleaseRecord {
  readonly approvals: readonly Approval[];
  /** Hash by path. */
  readonly files: { readonly [path: string]: string };
}

export interface RolloutStart {
  readonly release: string;
  readonly strategy: string | Strategy;
  readonly audience: readonly Condition[];
  readonly reason: string;
}

/** What the registry is asked about what borrowers get. Every one of them throws `Refused`. */
export interface ReleasesApi {
  /** Keeps what a draft says as a release that nobody gets yet; the same content is the same release. */
  make(draft: string, reason: string): Promise<ReleaseRecord>;
  read(release: string): Promise<WholeRelease>;
  /** The newest first. */
  list(): Promise<readonly ReleaseRecord[]>;
  /** The release of exactly what a draft says now, in place of what is live now; undefined where there is none. */
  findOf(draft: Pick<Draft, 'id'>): Promise<WholeRelease | undefined>;
  approve(release: string, reason: string): Promise<void>;
  publish(release: string, reason: string): Promise<void>;
  /** @param due - Milliseconds since the epoch. */
  schedule(release: string, due: number, reason: string): Promise<Schedule>;
  startRollout(start: RolloutStart): Promise<Rollout>;
}

export function createReleasesApi(ask: Ask): ReleasesApi {
  const read = (release: string): Promise<WholeRelease> => ask('GET', `/releases/${release}`);
  const list = async (): Promise<readonly ReleaseRecord[]> =>
    (await ask<{ releases: readonly ReleaseRecord[] }>('GET', '/releases')).releases;
  return {
    make: (draft, reason) => ask('POST', '/releases', { draft, reason }),
    read,
    list,
    async findOf({ id }) {
      const made = (await list()).find(({ draft }) => draft === id);
      if (made === undefined) return undefined;
      const [release, now] = await Promise.all([
        read(made.hash),
        ask<{ parent?: string; files: WholeRelease['files'] }>('GET', `/drafts/${id}`),
      ]);
      const isSame =
        release.parent === (now.parent ?? undefined) && write(release.files) === write(now.files);
      return isSame ? release : undefined;
    },
    async approve(release, reason) {
      await ask('POST', `/releases/${release}/approve`, { reason });
    },
    async publish(release, reason) {
      await ask('POST', `/releases/${release}/publish`, { reason });
    },
    schedule: (release, due, reason) => ask('POST', `/releases/${release}/schedule`, { due, reason }),
    startRollout: (start) => ask('POST', '/rollouts', start),
  };
}

/** In one order, so that two can be compared. */
function write(files: WholeRelease['files']): string {
  return JSON.stringify(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}
