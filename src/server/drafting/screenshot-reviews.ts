import { variantName } from '#src/shared/project-paths.ts';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';
import { record } from '../registry/audit.ts';
import { hashOf } from '../registry/contents.ts';
import type { Database, Queries } from '../registry/database.ts';
import { composeDraft, readDraft } from '../registry/drafts.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { readManifest } from '../registry/manifests.ts';

export interface NewScreenshotReview extends ScreenshotReview {
  readonly draft: string;
  /** The reviewed release, if the draft has changed since. */
  readonly release?: string;
}

/** Maximum number of reviews: states of all screens in all languages. */
const MOST = 5_000;

/**
 * Stores a review of a screenshot, and replaces the last one of its state.
 * @throws RegistryRefusal `unknown`; `invalid` for a rejection without a note; `conflict` if the draft is
 * published or discarded, or if there are too many reviews.
 */
export async function reviewScreenshot(
  database: Database,
  review: NewScreenshotReview,
): Promise<ScreenshotReview[]> {
  const { draft, release, state, picture, verdict, actor, at } = review;
  const note = verdict === 'accepted' ? '' : review.note.trim();
  if (verdict === 'denied' && note === '')
    throw new RegistryRefusal('invalid', 'A rejection needs a note with the reason.');
  await database.write(async (queries, turn) => {
    const { state: standing } = await readDraft(queries, draft);
    if (standing !== 'open') throw new RegistryRefusal('conflict', `The draft ${draft} is ${standing}.`);
    const known = await listScreenshotReviews(queries, draft);
    const before = known.find((one) => one.state === state);
    if (before === undefined && known.length >= MOST)
      throw new RegistryRefusal(
        'conflict',
        `The draft has ${MOST} reviews of screenshots, which is the limit.`,
      );
    // Several open pages may withdraw the rejection at the same time.
    if (verdict === 'lifted' && (before?.verdict !== 'denied' || before.picture === picture)) return;
    const content = verdict === 'denied' ? await nameContent(queries, draft, release) : null;
    // A rejection stays with its documents, unless the same screenshot is accepted.
    const isTold = verdict === 'denied' || (before?.verdict === 'denied' && before.picture === picture);
    await queries
      .insertInto('picture_reviews')
      .values({ draft, state, picture, verdict, note, content, actor, at })
      .onConflict((conflict) =>
        conflict
          .columns(['draft', 'state'])
          .doUpdateSet({ picture, verdict, note, actor, at, ...(isTold && { content }) }),
      )
      .execute();
    const details = { state, picture, ...(note !== '' && { note }) };
    await record(queries, { turn, at, actor, action: `picture.${verdict}`, subject: draft, details });
  });
  return listScreenshotReviews(database.queries, draft);
}

/** The last review of each state of a draft. */
export async function listScreenshotReviews(queries: Queries, draft: string): Promise<ScreenshotReview[]> {
  return queries
    .selectFrom('picture_reviews')
    .select(['state', 'picture', 'verdict', 'note', 'actor', 'at'])
    .where('draft', '=', draft)
    .orderBy('state')
    .execute();
}

/**
 * Checks that no colleague has rejected a screenshot of the release. What is rejected are the documents of the
 * screenshot: if the screenshot has changed since, it belongs to other documents, which are not rejected.
 * @throws RegistryRefusal `conflict` with the note.
 */
export async function requireNoRejection(queries: Queries, release: string, draft: string): Promise<void> {
  const rows = await queries
    .selectFrom('picture_reviews')
    .selectAll()
    .where('draft', '=', draft)
    .where('content', 'is not', null)
    .orderBy('state')
    .execute();
  if (rows.length === 0) return;
  const { files } = await readManifest(queries, release);
  const here = nameFiles(Object.entries(files));
  const denied = rows.find(({ verdict }) => verdict === 'denied');
  if (denied !== undefined) {
    const { actor, state, note } = denied;
    throw new RegistryRefusal('conflict', `${actor} rejected the picture of ${state}: ${note}`);
  }
  const known = rows.find(({ content }) => content === here);
  if (known === undefined) return;
  throw new RegistryRefusal(
    'conflict',
    `The picture of ${known.state} was rejected in this release: make a new release from the draft.`,
  );
}

async function nameContent(queries: Queries, draft: string, release: string | undefined): Promise<string> {
  if (release === undefined) return nameFiles((await composeDraft(queries, draft)).files);
  return nameFiles(Object.entries((await readManifest(queries, release)).files));
}

/** @param files - Hash by path. */
function nameFiles(files: Iterable<readonly [path: string, hash: string]>): string {
  // Preview variants are not released.
  const released = [...files].filter(([path]) => variantName(path) === undefined);
  return hashOf(JSON.stringify(released.sort(([one], [other]) => (one < other ? -1 : 1))));
}
