import { asksSecond } from '#src/review/roles.ts';
import { counts } from './approval-note.tsx';
import { nameReleases } from './release-names.ts';
import type {
  AuditRecord,
  Freeze,
  ReleasesApi,
  RolloutBoard,
  Schedule,
  WholeRelease,
} from './releases-api.ts';

/** Data of the releases view. */
export interface Overview {
  readonly live: WholeRelease | undefined;
  /** The release that a rollback makes live; undefined if there is none, or a rollout is in progress. */
  readonly previous: string | undefined;
  /** Releases based on the live one that were never live. */
  readonly waiting: readonly WholeRelease[];
  /** Scheduled publications that are still to come. */
  readonly schedules: readonly Schedule[];
  readonly freezes: readonly Freeze[];
  readonly rollout: RolloutBoard | undefined;
  readonly history: readonly AuditRecord[];
  /** Names of releases by hash. */
  readonly names: ReadonlyMap<string, string>;
}

/** Maximum number of waiting releases to show. */
const MOST_WAITING = 20;

export async function readOverview(api: ReleasesApi): Promise<Overview> {
  const [name, releases, schedules, freezes, rollout, history, previous] = await Promise.all([
    api.readLive(),
    api.list(),
    api.listSchedules(),
    api.listFreezes(),
    api.findRollout(),
    api.listHistory(),
    api.findRollback(),
  ]);
  const planned = schedules.filter(({ state }) => state === 'waiting');
  const taken = new Set([
    ...[name, rollout?.release, ...planned.map(({ release }) => release)],
    ...history.map((act) => (act.action === 'rollout.return' ? textOf(act, 'release') : publishedBy(act))),
  ]);
  const waiting = releases
    .filter(({ hash, parent }) => name !== undefined && parent === name && !taken.has(hash))
    .slice(0, MOST_WAITING);
  const [live, before] = await Promise.all([
    name === undefined ? undefined : api.read(name),
    previous === undefined ? undefined : api.read(previous),
  ]);
  // The list has only the newest releases.
  const shown = [live, before].filter((one) => one !== undefined);
  const older = shown.filter(({ hash }) => !releases.some((one) => one.hash === hash));
  return {
    live,
    previous,
    waiting: await Promise.all(waiting.map(({ hash }) => api.read(hash))),
    schedules: planned,
    freezes,
    rollout,
    history,
    names: nameReleases([...releases, ...older]),
  };
}

function publishedBy({ action, subject }: AuditRecord): string | undefined {
  return action === 'release.publish' ? subject : undefined;
}

/** Whether the release still needs an approval. */
export function lacksApproval({ needs, approvals }: WholeRelease): boolean {
  return !approvals.some(counts) && needs.some(({ kind }) => asksSecond(kind));
}

/** A string in the details of an audit record. */
export function textOf(record: AuditRecord | undefined, name: string): string | undefined {
  const value = record?.details[name];
  return typeof value === 'string' ? value : undefined;
}
