import * as v from 'valibot';
import type { Transaction } from 'kysely';
import { serializePlan } from '#renderer/grammar/compile.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { demandUndenied } from '../drafting/picture-reviews.ts';
import { letOthersRun } from '../let-others-run.ts';
import type { Decision } from '#src/shared/registry/act.ts';
import { MEANT_MATTER } from '#src/shared/registry/meant-matter.ts';
import { REVIEW_NEED } from '#src/shared/registry/review-need.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { record } from './audit.ts';
import { forgetValues, noteAuthors, subjectsIn, valuesIn } from './authors.ts';
import { readColumn } from './column.ts';
import type { Compile } from './compilation.ts';
import { compileHere } from './compile.ts';
import { compileBytes } from './compile-bytes.ts';
import { hashOf, keepContents } from './contents.ts';
import type { Database, Queries } from './database.ts';
import { closePublished, composeDraft } from './drafts.ts';
import { RegistryRefusal } from './failures.ts';
import {
  changesBetween,
  findLive,
  findVersion,
  listChanges,
  type ReleaseManifest,
  readBytes,
  writeManifest,
} from './manifests.ts';
import { demandThaw } from './freezes.ts';
import { demandReasons, type Reasons } from './matters-of-law.ts';
import { demandReaders } from './readers.ts';
import { reinstate } from './retired.ts';
import { findRollout } from './rollout-records.ts';
import { findReviewNeeds } from '#src/review/review-needs.ts';
import { demandSecondPerson } from './second-person.ts';
import { readDifference, readSide, type WeighedRelease, weighRelease } from './sides.ts';
import type { Tables } from './tables.ts';

/** Of a release that is made. */
export interface Made extends Decision {
  /** Why matters of law are meant, where documents do not say so. */
  readonly meant?: Reasons;
}

type Bytes = ReadonlyMap<string, Uint8Array>;

/**
 * Makes an immutable release of a whole project: checked and compiled here, whatever anybody says about it.
 *
 * @param bytes - Every document and picture by path.
 * @param expected - The name that it has elsewhere.
 * @throws RegistryRefusal `problems` with every problem by position, `law` with matters of law without a reason,
 * `invalid` for a path that no project has and for a release that is another one than expected.
 */
export async function makeRelease(
  database: Database,
  { bytes, expected, ...decision }: Made & { readonly bytes: Bytes; readonly expected?: string },
  compile: Compile = compileHere,
): Promise<ReleaseRecord> {
  const live = await findLive(database.queries);
  const parent = live?.release ?? null;
  const making = { bytes, decision, parent, draft: null, ...(expected !== undefined && { expected }) };
  return keepRelease(database, making, compile);
}

/** As `makeRelease`, of what a draft says on top of what is live. */
export async function makeReleaseOfDraft(
  database: Database,
  { draft, ...decision }: Made & { readonly draft: string },
  compile: Compile = compileHere,
): Promise<ReleaseRecord> {
  const { files, parent } = await composeDraft(database.queries, draft);
  // What a draft is looked at with stays with it.
  const released = new Map([...files].filter(([path]) => variantName(path) === undefined));
  const bytes = await readBytes(database.queries, released);
  return keepRelease(database, { bytes, decision, parent, draft }, compile);
}

interface Making {
  readonly bytes: Bytes;
  readonly decision: Made;
  /** What is live, which it was composed on and is compared with. */
  readonly parent: string | null;
  readonly draft: string | null;
  readonly expected?: string;
}

/** Compiles and compares before the turn is taken: others do not wait for that. */
async function keepRelease(
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
    throw new RegistryRefusal('invalid', `Here it is the release ${hash}, not ${expected}.`);
  }
  const side = parent === null ? undefined : await readSide(before, parent);
  const textOf = (path: string) => {
    const content = bytes.get(path);
    return content && Buffer.from(content).toString('utf8');
  };
  await letOthersRun();
  const meant = demandReasons(law, (path) => side?.files[path] !== manifest.files[path], reasons);
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
  // The first release replaces nothing, so nobody has to approve its values.
  const values = side === undefined ? [] : await valuesIn(Object.keys(changes), side.text, textOf);
  // May be tens of thousands of rows: borrowers' payments must not wait for them in a transaction. An author too many, if
  // the release is not kept, only asks for another approver.
  await noteAuthors(before, values, [actor]);
  return write(async (queries, turn) => {
    const known = await queries
      .selectFrom('releases')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    await noteAuthors(queries, subjectsIn(changes), [actor]);
    // The same content is the same release, by whomever it is made again.
    if (known !== undefined && known.parent === parent) {
      const judged = { authored: 1, needs: JSON.stringify(needs) };
      await queries.updateTable('releases').set(judged).where('hash', '=', hash).execute();
      const again = { turn, at, actor, action: 'release.make-again', subject: hash, details: { reason } };
      await record(queries, again);
      return readRecord({ ...known, ...judged });
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
      // What was approved was another change: this content in place of another.
      await queries.deleteFrom('approvals').where('release', '=', hash).execute();
      await queries.updateTable('releases').set(made).where('hash', '=', hash).execute();
    }
    const details = { reason, needs, draft, parent, ...(meant.length > 0 && { meant }) };
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
    ...(meant !== null && { meant: readColumn('releases.meant', meant, v.array(MEANT_MATTER)) }),
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
  if (row === undefined) throw new RegistryRefusal('unknown', `There is no release ${hash}.`);
  return readRecord(row);
}

/**
 * Moves the live pointer: the release is what everybody gets from the next document on.
 *
 * @throws RegistryRefusal as `demandReady`.
 */
export async function publish(
  { queries: before, write }: Database,
  { release, actor, at, reason }: Decision & { readonly release: string },
): Promise<void> {
  const weighed = await weighRelease(before, release, at);
  return write(async (queries, turn) => {
    await demandReady(queries, weighed, at);
    await goLive(queries, { turn, release, actor, at, reason });
  });
}

/**
 * Whether a release may go to borrowers now, to one of them or to all.
 *
 * @throws RegistryRefusal `problems` if no server could serve it; `frozen`; `readers` where pages in use could not
 * show it; `conflict` where something else went live since it was made, another is
 * on its way to everybody, or a colleague denied a picture of it; `approval`; `unknown`.
 */
export async function demandReady(queries: Queries, weighed: WeighedRelease, at: number): Promise<void> {
  const { release, needs, unservable } = weighed;
  if (unservable !== undefined) {
    throw new RegistryRefusal('problems', `No server could serve it: ${unservable}`);
  }
  const { parent, draft } = await readRelease(queries, release);
  await demandThaw(queries, at);
  const rollout = await findRollout(queries);
  if (rollout !== undefined) {
    throw new RegistryRefusal(
      'conflict',
      `The rollout ${rollout.id} is on its way: return it, or wait for its end.`,
    );
  }
  const live = await findLive(queries);
  if (live?.release !== parent || weighed.live !== parent) {
    throw new RegistryRefusal(
      'conflict',
      'Another release went live since this one was made: make it again.',
    );
  }
  await demandReaders(queries, weighed, at);
  if (draft !== undefined) await demandUndenied(queries, release, draft);
  await demandSecondPerson(queries, release, needs);
}

/** What a change that makes a release everybody's is part of. */
export interface Arrival extends Decision {
  readonly turn: number;
  readonly release: string;
  /** The rollout that it is the end of. */
  readonly rollout?: string;
  /** The plan by which it comes now. */
  readonly schedule?: string;
}

/** Points everybody to a release, with its record; part of the same change. */
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

/** Nobody needs more of them than are kept at hand. */
const MOST_ARRIVALS = 50;

/** Hashes of the releases that everybody got at some time since then, the newest first. */
export async function listLiveSince(queries: Queries, since: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit')
    .select(['subject', 'at'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .orderBy('turn', 'desc')
    .limit(MOST_ARRIVALS)
    .execute();
  // The one that became live before that time still was at that time.
  const older = rows.findIndex(({ at }) => at < since);
  return [...new Set(rows.slice(0, older < 0 ? rows.length : older + 1).map(({ subject }) => subject))];
}

/** Points everybody to a release; part of the same change. */
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
  // Pages go by it: another server's clock may have been ahead.
  const version = Math.max(at, (await findVersion(queries)) + 1);
  await queries
    .updateTable('pointers')
    .set({ release, revision: revision + 1, at: version })
    .where('name', '=', 'live')
    .execute();
}
