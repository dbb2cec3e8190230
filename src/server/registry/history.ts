import type { Act } from './audit.ts';
import type { Queries } from './database.ts';
import { readManifest } from './manifests.ts';

/** A version of a document that borrowers got. */
export interface DocumentVersion extends Act {
  /** The release that brought it. */
  readonly release: string;
  /** Null where the release took the document away. */
  readonly content: string | null;
  readonly reason: string;
}

/** The versions of a document, newest first: one for every time that what was live changed it. */
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
    const { from, to, reason } = JSON.parse(details) as { from: string | null; to: string; reason: string };
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
