import * as v from 'valibot';
import type { DocumentVersion } from '#src/shared/registry/document-history.ts';
import { readColumn } from './column.ts';
import type { Queries } from './database.ts';
import { readManifest } from './manifests.ts';

/** Audit details of a release that went live. */
const ARRIVAL = v.object({ from: v.nullish(v.string(), null), to: v.string(), reason: v.string() });

/** The live versions of a document, newest first. */
export async function listVersions(
  queries: Queries,
  path: string,
  limit: number,
): Promise<DocumentVersion[]> {
  const records = await queries
    .selectFrom('audit')
    .select(['at', 'actor', 'details'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .orderBy('turn', 'desc')
    .execute();
  const versions: DocumentVersion[] = [];
  for (const { at, actor, details } of records) {
    const { from, to, reason } = readColumn('audit.details', details, ARRIVAL);
    const after = await findContent(queries, to, path);
    const before = from === null ? null : await findContent(queries, from, path);
    if (after !== before) versions.push({ release: to, content: after, reason, actor, at });
    if (versions.length === limit) break;
  }
  return versions;
}

async function findContent(queries: Queries, release: string, path: string): Promise<string | null> {
  const { files } = await readManifest(queries, release);
  return Object.hasOwn(files, path) ? (files[path] ?? null) : null;
}
