import * as v from 'valibot';
import type { Transaction } from 'kysely';
import { serializePlan } from '#renderer/grammar/compile.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { readAssistants } from '../drafting/assistants.ts';
import { requireNoRejection } from '../drafting/screenshot-reviews.ts';
import { letOthersRun } from '../let-others-run.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import { LEGAL_ACKNOWLEDGEMENT } from '#src/shared/registry/legal-acknowledgement.ts';
import { REVIEW_NEED } from '#src/shared/registry/review-need.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { record } from './audit.ts';
import { forgetValues, noteAuthors, subjectsIn, valuesIn } from './authors.ts';
import { readColumn } from './column.ts';
import { requireNoChangeRequest } from './change-requests.ts';
import type { Compile } from './compilation.ts';
import { compileHere } from './compile.ts';
import { compileBytes } from './compile-bytes.ts';
import { hashOf, keepContents } from './contents.ts';
import type { Database, Queries } from './database.ts';
import { closePublished, composeDraft } from './drafts.ts';
import { notFound, RegistryRefusal } from './failures.ts';
import {
  changesBetween,
  findLive,
  findVersion,
  listChanges,
  type ReleaseManifest,
  readBytes,
  writeManifest,
} from './manifests.ts';
import { requireNoFreeze } from './freezes.ts';
import { requireReasons, type Reasons } from './legal-reasons.ts';
import { requireCompatibility } from './readers.ts';
import { reinstate } from './retired.ts';
import { findRollout } from './rollout-records.ts';
import { findReviewNeeds } from '#src/review/review-needs.ts';
import { requireApproval } from './second-person.ts';
import { readDifference, readSide, type ReleaseAgainstLive, checkAgainstLive } from './sides.ts';
import type { Tables } from './tables.ts';

/** The decision to make a release. */
export interface Made extends Decision {
  /** Reasons for legal warnings that have none in the documents. */
  readonly meant?: Reasons;
}

type Bytes = ReadonlyMap<string, Uint8Array>;

/**
 * Makes an immutable release of a whole project, which is always validated and compiled here.
 * @param bytes - Every document and image by path.
 * @param expected - The hash that the release has in another installation.
 * @throws RegistryRefusal `problems` with every problem and its path, `law` with the legal warnings without a
 * reason, `invalid` for an illegal path and if the hash is not the expected one.
 */
export async function makeRelease(
  database: Database,
  { bytes, expected, ...decision }: Made & { readonly bytes: Bytes; readonly expected?: string },
  compile: Compile = compileHere,
): Promise<ReleaseRecord> {
  const live = await findLive(database.queries);
  const parent = live?.release ?? null;
  const making = { bytes, decision, parent, draft: null, ...(expected !== undefined && { expected }) };
  return storeRelease(database, making, compile);
}

/** Like `makeRelease`, for a draft on top of the live release. */
export async function makeReleaseOfDraft(
  database: Database,
  { draft, ...decision }: Made & { readonly draft: string },
  compile: Compile = compileHere,
): Promise<ReleaseRecord> {
  const { files, parent } = await composeDraft(database.queries, draft);
  // Preview variants stay in the draft.
  const released = new Map([...files].filter(([path]) => variantName(path) === undefined));
  const bytes = await readBytes(database.queries, released);
  return storeRelease(database, { bytes, decision, parent, draft }, compile);
}

interface Making {
  readonly bytes: Bytes;
  readonly decision: Made;
  /** The live release, which it is based on and compared with. */
  readonly parent: string | null;
  readonly draft: string | null;
  readonly expected?: string;
}

/** Compiles and compares before the write transaction, so that other writers do not wait. */
async function storeRelease(
  { queries: before, write }: Database,
  { bytes, decision, parent, draft, expected }: Making,
  compile: Compile,
): Promise<ReleaseRecord> {
  const { actor, at, reason, meant: reasons = {} } = decision;
  const { app, plans, law } = await compileBytes(bytes, compile);
  await letOthersRun();
  const compiled = [serializePlan(app), ...[...plans.values()].map(serializePlan)];
  const [appHash = '', ...planHashes] = compiled.map(hashOf);
  const manifest: ReleaseManifest = {
    files: pair([...bytes.keys()], [...bytes.values()].map(hashOf)),
    compiled: {
      grammar: Math.max(app.grammar, ...[...plans.values()].map(({ grammar }) => grammar)),
      app: appHash,
      plans: pair([...plans.keys()], planHashes),
    },
  };
  const { hash, text } = writeManifest(manifest);
  if (expected !== undefined && expected !== hash) {
    throw new RegistryRefusal(
      'invalid',
      `In this installation the files make release ${hash}, not ${expected}.`,
    );
  }
  const side = parent === null ? undefined : await readSide(before, parent);
  const textOf = (path: string) => {
    const content = bytes.get(path);
    return content && Buffer.from(content).toString('utf8');
  };
  await letOthersRun();
  const meant = requireReasons(law, (path) => side?.files[path] !== manifest.files[path], reasons);
  const needs = findReviewNeeds(side, {
    files: manifest.files,
    app: appHash,
    plans: manifest.compiled.plans,
    plan: (screen) => plans.get(screen) as Plan,
    appPlan: () => app,
    text: textOf,
  });
  await letOthersRun();
  const changes = changesBetween(side?.files ?? {}, manifest.files);
  // The first release replaces nothing, so its values need no approval.
  const values = side === undefined ? [] : await valuesIn(Object.keys(changes), side.text, textOf);
  // These may be tens of thousands of rows: borrowers' payments must not wait for them in a transaction. If the
  // release is not stored, the extra author only means that another person must approve.
  await noteAuthors(before, values, [actor]);
  return write(async (queries, turn) => {
    const known = await queries
      .selectFrom('releases')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    await noteAuthors(queries, subjectsIn(changes), [actor]);
    // The same content is the same release, even if another person makes it again.
    if (known !== undefined && known.parent === parent) {
      const reviewed = { authored: 1, needs: JSON.stringify(needs) };
      await queries.updateTable('releases').set(reviewed).where('hash', '=', hash).execute();
      const again = { turn, at, actor, action: 'release.make-again', subject: hash, details: { reason } };
      await record(queries, again);
      return readRecord({ ...known, ...reviewed });
    }
    await keepContents(queries, [...bytes.values(), ...compiled]);
    const made = {
      ...{ needs: JSON.stringify(needs), meant: meant.length === 0 ? null : JSON.stringify(meant) },
      ...{ parent, draft, authored: 1, actor, reason, at },
    };
    if (known === undefined) {
      await queries
        .insertInto('releases')
        .values({ hash, manifest: text, ...made })
        .execute();
    } else {
      // The approvals were for another change, with another parent.
      await queries.deleteFrom('approvals').where('release', '=', hash).execute();
      await queries.updateTable('releases').set(made).where('hash', '=', hash).execute();
    }
    const assisted = await readAssistants(queries, draft ?? undefined);
    const details = { reason, needs, draft, parent, ...assisted, ...(meant.length > 0 && { meant }) };
    await record(queries, { turn, at, actor, action: 'release.make', subject: hash, details });
    return readRecord({ hash, manifest: text, ...made });
  });
}

function pair(names: readonly string[], hashes: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(names.map((name, at) => [name, hashes[at] ?? '']));
}

function readRecord({
  hash,
  needs,
  meant,
  draft,
  parent,
  actor,
  reason,
  at,
}: Tables['releases']): ReleaseRecord {
  return {
    hash,
    needs: readColumn('releases.needs', needs, v.array(REVIEW_NEED)),
    actor,
    reason,
    at,
    ...(draft !== null && { draft }),
    ...(parent !== null && { parent }),
    ...(meant !== null && { meant: readColumn('releases.meant', meant, v.array(LEGAL_ACKNOWLEDGEMENT)) }),
  };
}

/** Newest first. */
export async function listReleases(queries: Queries, limit = 100): Promise<ReleaseRecord[]> {
  const rows = await queries
    .selectFrom('releases')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('hash')
    .limit(limit)
    .execute();
  return rows.map(readRecord);
}

/** @throws RegistryRefusal `unknown`. */
export async function readRelease(queries: Queries, hash: string): Promise<ReleaseRecord> {
  const row = await queries.selectFrom('releases').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (row === undefined) throw notFound('release', hash);
  return readRecord(row);
}

/**
 * Moves the live pointer: all documents from now on use this release.
 * @throws RegistryRefusal as `requireReady`.
 */
export async function publish(
  { queries: before, write }: Database,
  { release, actor, at, reason }: Decision & { readonly release: string },
): Promise<void> {
  const checked = await checkAgainstLive(before, release, at);
  return write(async (queries, turn) => {
    await requireReady(queries, checked, at);
    await goLive(queries, { turn, release, actor, at, reason });
  });
}

/**
 * Checks that a release may go live now, for some borrowers or for all.
 * @throws RegistryRefusal `problems` if no server can serve it; `frozen`; `readers` if pages in use cannot
 * show it; `conflict` if another release went live since it was made, a rollout is in progress, or a
 * colleague rejected a screenshot of it or asks for changes; `approval`; `unknown`.
 */
export async function requireReady(queries: Queries, checked: ReleaseAgainstLive, at: number): Promise<void> {
  const { release, needs, unservable } = checked;
  if (unservable !== undefined) {
    throw new RegistryRefusal('problems', `No server could serve it: ${unservable}`);
  }
  const { parent, draft } = await readRelease(queries, release);
  await requireNoFreeze(queries, at);
  const rollout = await findRollout(queries);
  if (rollout !== undefined) {
    throw new RegistryRefusal(
      'conflict',
      `The rollout ${rollout.id} is in progress: return it, or wait for its end.`,
    );
  }
  const live = await findLive(queries);
  if (live?.release !== parent || checked.live !== parent) {
    throw new RegistryRefusal(
      'conflict',
      'Another release went live since this one was made: make it again.',
    );
  }
  await requireCompatibility(queries, checked, at);
  await requireNoChangeRequest(queries, release);
  if (draft !== undefined) await requireNoRejection(queries, release, draft);
  await requireApproval(queries, release, needs);
}

/** How a release goes live. */
export interface Arrival extends Decision {
  readonly turn: number;
  readonly release: string;
  /** The rollout that this arrival completes. */
  readonly rollout?: string;
  /** The schedule by which the release goes live. */
  readonly schedule?: string;
}

/** Makes a release live and adds the audit record, in the caller's transaction. */
export async function goLive(
  queries: Transaction<Tables>,
  { turn, release, actor, at, reason, rollout, schedule }: Arrival,
): Promise<void> {
  const { draft, meant } = await readRelease(queries, release);
  const live = await findLive(queries);
  const changes = await listChanges(queries, live?.release, release);
  await point(queries, release, live?.revision, at);
  await reinstate(queries, release);
  await forgetValues(queries, (await readDifference(queries, live?.release, release)).values);
  if (draft !== undefined) await closePublished(queries, draft, release);
  const details = {
    ...{ reason, from: live?.release ?? null, to: release, changes },
    ...(meant && { meant }),
    ...(rollout && { rollout }),
    ...(schedule && { schedule }),
  };
  await record(queries, { turn, at, actor, action: 'release.publish', subject: release, details });
}

/** More than the number of releases that a server holds in memory. */
const MOST_ARRIVALS = 50;

/** Hashes of the releases that were live at some time since then, newest first. */
export async function listLiveSince(queries: Queries, since: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit')
    .select(['subject', 'at'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .orderBy('turn', 'desc')
    .limit(MOST_ARRIVALS)
    .execute();
  // The last release that went live before that time was still live at that time.
  const older = rows.findIndex(({ at }) => at < since);
  return [...new Set(rows.slice(0, older < 0 ? rows.length : older + 1).map(({ subject }) => subject))];
}

/** Moves the live pointer, in the caller's transaction. */
export async function point(
  queries: Queries,
  release: string,
  revision: number | undefined,
  at: number,
): Promise<void> {
  if (revision === undefined) {
    await queries.insertInto('pointers').values({ name: 'live', release, revision: 1, at }).execute();
    return;
  }
  // Pages compare versions, so the version must grow: another server's clock may be ahead.
  const version = Math.max(at, (await findVersion(queries)) + 1);
  await queries
    .updateTable('pointers')
    .set({ release, revision: revision + 1, at: version })
    .where('name', '=', 'live')
    .execute();
}
