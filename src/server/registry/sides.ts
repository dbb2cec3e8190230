import type { Plan } from '#renderer/plan/plan.ts';
import { isPicture } from '#src/shared/project-paths.ts';
import { parsePlan } from './compiled.ts';
import { readContents } from './contents.ts';
import type { Queries } from './database.ts';
import { findLive, readManifest } from './manifests.ts';
import { type JudgedRelease, judgeRelease } from './readers.ts';
import { findReviewNeeds, type ReviewNeed, type Side } from './review-needs.ts';

/** A release as one side of a change: all that may decide whether somebody else must look at it. */
export async function readSide(queries: Queries, release: string): Promise<Side> {
  const { files, compiled } = await readManifest(queries, release);
  const documents = Object.entries(files).flatMap(([path, hash]) => (isPicture(path) ? [] : [hash]));
  const contents = await readContents(queries, [...Object.values(compiled.plans), ...documents]);
  return {
    files,
    app: compiled.app,
    plans: compiled.plans,
    plan: (screen) => parsePlan(contents.get(compiled.plans[screen] ?? '')) as Plan,
    text: (path) =>
      Object.hasOwn(files, path) ? contents.get(files[path] ?? '')?.toString('utf8') : undefined,
  };
}

/** A release beside what everybody gets: what pages in use make of it, and what of it a second person must approve. */
export interface WeighedRelease extends JudgedRelease {
  /** What was live then; in the turn it must still be. */
  readonly live: string | undefined;
  readonly needs: readonly ReviewNeed[];
}

/**
 * Judges a release by the rules of this program and the policy that is live now, whatever was computed when it was
 * made. Before a change takes its turn: it reads much.
 *
 * @throws RegistryRefusal `unknown`.
 */
export async function weighRelease(queries: Queries, release: string, at: number): Promise<WeighedRelease> {
  const live = (await findLive(queries))?.release;
  const judged = await judgeRelease(queries, release, at);
  return { ...judged, live, needs: await readNeeds(queries, live, release) };
}

/** By both hashes: neither release ever changes, and a rollout that waits asks every few seconds. */
const known = new Map<string, readonly ReviewNeed[]>();
const MOST_KNOWN = 20;

/** What a second person must approve of a release in the place of another, by the rules of this program. */
export async function readNeeds(
  queries: Queries,
  before: string | undefined,
  release: string,
): Promise<readonly ReviewNeed[]> {
  if (before === undefined || before === release) return [];
  const pair = `${before} ${release}`;
  const needs =
    known.get(pair) ?? findReviewNeeds(await readSide(queries, before), await readSide(queries, release));
  known.set(pair, needs);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return needs;
}
