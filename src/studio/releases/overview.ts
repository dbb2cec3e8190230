import { asksSecond } from '#src/review/roles.ts';
import { counts } from './approval-note.tsx';
import type {
  AuditRecord,
  Freeze,
  ReleasesApi,
  RolloutBoard,
  Schedule,
  WholeRelease,
} from './releases-api.ts';

/** All that can be said of what borrowers get now and next. */
export interface Overview {
  readonly live: WholeRelease | undefined;
  /** What one step back makes live, where no rollout is on its way. */
  readonly previous: string | undefined;
  /** Made in place of what is live, and nobody has had it: what was taken back is history. */
  readonly waiting: readonly WholeRelease[];
  /** Those that wait for their time. */
  readonly schedules: readonly Schedule[];
  readonly freezes: readonly Freeze[];
  readonly rollout: RolloutBoard | undefined;
  readonly history: readonly AuditRecord[];
}

/** Nobody looks through more at once. */
const MOST_WAITING = 20;

export async function readOverview(api: ReleasesApi): Promise<Overview> {
  const [name, releases, schedules, freezes, rollout, history] = await Promise.all([
    api.readLive(),
    api.list(),
    api.listSchedules(),
    api.listFreezes(),
    api.findRollout(),
    api.listHistory(),
  ]);
  const planned = schedules.filter(({ state }) => state === 'waiting');
  const taken = new Set([
    ...[name, rollout?.release, ...planned.map(({ release }) => release)],
    ...history.map((act) => (act.action === 'rollout.return' ? textOf(act, 'release') : publishedBy(act))),
  ]);
  const waiting = releases
    .filter(({ hash, parent }) => name !== undefined && parent === name && !taken.has(hash))
    .slice(0, MOST_WAITING);
  const came = history.find((act) => name !== undefined && publishedBy(act) === name);
  return {
    live: name === undefined ? undefined : await api.read(name),
    previous: textOf(came, 'from'),
    waiting: await Promise.all(waiting.map(({ hash }) => api.read(hash))),
    schedules: planned,
    freezes,
    rollout,
    history,
  };
}

function publishedBy({ action, subject }: AuditRecord): string | undefined {
  return action === 'release.publish' ? subject : undefined;
}

/** Whether somebody else must still approve it. */
export function lacksApproval({ needs, approvals }: WholeRelease): boolean {
  return !approvals.some(counts) && needs.some(({ kind }) => asksSecond(kind));
}

/** A text of a record of the audit. */
export function textOf(record: AuditRecord | undefined, name: string): string | undefined {
  const value = record?.details[name];
  return typeof value === 'string' ? value : undefined;
}

/** As people call a release among themselves. */
export function shorten(release: string): string {
  return release.slice(0, 8);
}
