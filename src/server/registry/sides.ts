import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { valuesIn } from './authors.ts';
import { parsePlan } from './compiled.ts';
import { readContents } from './contents.ts';
import type { Queries } from './database.ts';
import { changesBetween, findLive, readManifest } from './manifests.ts';
import { type CheckedRelease, checkRelease } from './readers.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import { findReviewNeeds, type Side } from '#src/review/review-needs.ts';

/** Reads a release as one side of a change, with everything that decides whether it needs a second person. */
export async function readSide(queries: Queries, release: string): Promise<Side> {
  const { files, compiled } = await readManifest(queries, release);
  const documents = Object.entries(files).flatMap(([path, hash]) => (isAsset(path) ? [] : [hash]));
  const contents = await readContents(queries, [
    compiled.app,
    ...Object.values(compiled.plans),
    ...documents,
  ]);
  return {
    files,
    app: compiled.app,
    plans: compiled.plans,
    plan: (screen) => parsePlan(contents.get(compiled.plans[screen] ?? '')) as Plan,
    appPlan: () => parsePlan(contents.get(compiled.app)) as AppPlan,
    text: (path) =>
      Object.hasOwn(files, path) ? contents.get(files[path] ?? '')?.toString('utf8') : undefined,
  };
}

/** A release compared with the live one: whether pages in use can show it, and what a second person must approve. */
export interface ReleaseAgainstLive extends CheckedRelease {
  /** The release that was live during this check. It must still be live when the change is made. */
  readonly live: string | undefined;
  readonly needs: readonly ReviewNeed[];
}

/**
 * Checks a release by the rules of this program and the policy that is live now, not by the results stored when it
 * was made. Call it before the write transaction, because it reads a lot.
 * @throws RegistryRefusal `unknown`.
 */
export async function checkAgainstLive(
  queries: Queries,
  release: string,
  at: number,
): Promise<ReleaseAgainstLive> {
  const live = (await findLive(queries))?.release;
  const checked = await checkRelease(queries, release, at);
  return { ...checked, live, needs: (await readDifference(queries, live, release)).needs };
}

/** The difference between two releases. */
export interface Difference {
  /** What a second person must approve, by the rules of this program. */
  readonly needs: readonly ReviewNeed[];
  /** The subjects of the changed values, from `valuesIn`. */
  readonly values: readonly string[];
}

const NOTHING: Difference = { needs: [], values: [] };

/**
 * Cache by the hashes of both releases, which never change. A rollout reads the difference every few seconds, and
 * each change reads it in its transaction.
 */
const known = new Map<string, Difference>();
const MOST_KNOWN = 20;

/** @param before - Absent for the first release, which replaces nothing. */
export async function readDifference(
  queries: Queries,
  before: string | undefined,
  release: string,
): Promise<Difference> {
  if (before === undefined || before === release) return NOTHING;
  const pair = `${before} ${release}`;
  const difference = known.get(pair) ?? (await compare(queries, before, release));
  known.set(pair, difference);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return difference;
}

async function compare(queries: Queries, before: string, release: string): Promise<Difference> {
  const [old, young] = [await readSide(queries, before), await readSide(queries, release)];
  const paths = Object.keys(changesBetween(old.files, young.files));
  return { needs: findReviewNeeds(old, young), values: await valuesIn(paths, old.text, young.text) };
}
