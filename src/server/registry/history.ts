import * as v from 'valibot';
import type { Decision } from '#src/shared/registry/act.ts';
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
    .select(['at', 'actor', 'action', 'details'])
    .where('action', 'in', ['release.publish', 'release.rollback'])
    .orderBy('turn', 'desc')
    .execute();
  const versions: DocumentVersion[] = [];
  /** The newest roll back that has ended a release, until its own arrival is reached. */
  const ended = new Map<string, Decision>();
  for (const { at, actor, action, details } of records) {
    const { from, to, reason } = readColumn('audit.details', details, ARRIVAL);
    const rolledBack = ended.get(to);
    ended.delete(to);
    if (action === 'release.rollback' && from !== null) ended.set(from, { actor, at, reason });
    const after = await findContent(queries, to, path);
    const before = from === null ? null : await findContent(queries, from, path);
    if (after !== before)
      versions.push({ release: to, content: after, reason, actor, at, ...(rolledBack && { rolledBack }) });
    if (versions.length === limit) break;
  }
  return versions;
}

async function findContent(queries: Queries, release: string, path: string): Promise<string | null> {
  const { files } = await readManifest(queries, release);
  return Object.hasOwn(files, path) ? (files[path] ?? null) : null;
}
