import * as v from 'valibot';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { LiveRelease, LiveScreen } from '#src/shared/registry/home.ts';
import { readContents } from '../registry/contents.ts';
import { readColumn } from '../registry/column.ts';
import type { Queries } from '../registry/database.ts';
import { readManifest } from '../registry/manifests.ts';

import { titleOfScreen } from '#src/shared/screen-title.ts';
const SCREEN = /^screens\/([^/]+)\.screen\.json$/;
const DETAILS = v.fallback(v.object({ reason: v.optional(v.string(), '') }), { reason: '' });

/** Since when the release is live, and its screens. */
export async function readLiveRelease(queries: Queries, release: string): Promise<LiveRelease> {
  const came = await queries
    .selectFrom('audit')
    .select(['actor', 'at', 'action', 'details'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .where('subject', '=', release)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { reason } = readColumn('audit.details', came?.details ?? '{}', DETAILS);
  const titles = await listReleaseTitles(queries, [release]);
  return {
    release,
    releaseTitle: titles.get(release) ?? '',
    isRolledBackTo: came?.action === 'release.rollback',
    actor: came?.actor ?? '',
    at: came?.at ?? 0,
    reason,
    ...(await readTitles(queries, release)),
  };
}

/** The reasons for which releases were made, by release. */
export async function listReleaseTitles(
  queries: Queries,
  releases: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (releases.length === 0) return new Map();
  const rows = await queries
    .selectFrom('releases')
    .select(['hash', 'reason'])
    .where('hash', 'in', releases)
    .execute();
  return new Map(rows.map(({ hash, reason }) => [hash, reason]));
}

type Titles = Pick<LiveRelease, 'product' | 'screens'>;

/** Cache of the last release: a release never changes, and everybody sees the same live one. */
let last: { readonly of: string; readonly titles: Titles } | undefined;

async function readTitles(queries: Queries, release: string): Promise<Titles> {
  if (last?.of === release) return last.titles;
  const { files } = await readManifest(queries, release);
  const read = Object.entries(files).filter(([path]) => path === APP_FILE || SCREEN.test(path));
  const contents = await readContents(
    queries,
    read.map(([, hash]) => hash),
  );
  const valueOf = (path: string): unknown =>
    parseDocument(contents.get(files[path] ?? '')?.toString('utf8') ?? '', path).document?.value;
  const screens = read.flatMap(([path]): readonly LiveScreen[] => {
    const id = SCREEN.exec(path)?.[1];
    return id === undefined ? [] : [{ id, title: titleOfScreen(id, valueOf(path)) }];
  });
  const app = valueOf(APP_FILE);
  const product = isJson(app) && typeof app['name'] === 'string' ? app['name'] : '';
  last = { of: release, titles: { product, screens } };
  return last.titles;
}
