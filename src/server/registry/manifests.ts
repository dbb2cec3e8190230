import * as v from 'valibot';
import { namedRecord } from '#renderer/plan/named-record.ts';
import { readColumn } from './column.ts';
import { DamagedContent, hashOf, readContents } from './contents.ts';
import type { Queries } from './database.ts';
import { notFound } from './failures.ts';

/** The content of a release. Its SHA-256 is the release's name, so a release never changes. */
export const MANIFEST = v.object({
  /** Hash of each document and image, by its path in the project. */
  files: namedRecord(v.string()),
  /** Hashes of the compiled plans; borrowers get these bytes for as long as the release exists. */
  compiled: v.object({
    /** The highest grammar of all plans. */
    grammar: v.number(),
    app: v.string(),
    plans: namedRecord(v.string()),
  }),
});
export interface ReleaseManifest {
  readonly files: { readonly [path: string]: string };
  readonly compiled: Readonly<v.InferOutput<typeof MANIFEST>['compiled']>;
}

/** Serializes a manifest, with names in order, so that equal manifests have equal hashes. */
export function writeManifest({ files, compiled }: ReleaseManifest): { hash: string; text: string } {
  const { grammar, app, plans } = compiled;
  const text = JSON.stringify({ files: inOrder(files), compiled: { grammar, app, plans: inOrder(plans) } });
  return { hash: hashOf(text), text };
}

function inOrder(record: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** @throws RegistryRefusal `unknown`; DamagedContent if the manifest does not match its hash. */
export async function readManifest(queries: Queries, release: string): Promise<ReleaseManifest> {
  const row = await queries
    .selectFrom('releases')
    .select('manifest')
    .where('hash', '=', release)
    .executeTakeFirst();
  if (row === undefined) throw notFound('release', release);
  if (hashOf(row.manifest) !== release) throw new DamagedContent(`The release ${release} is damaged.`);
  return readColumn('releases.manifest', row.manifest, MANIFEST);
}

/** The documents and images of a release, byte for byte. */
export async function readFiles(queries: Queries, hash: string): Promise<Map<string, Buffer>> {
  const { files } = await readManifest(queries, hash);
  return readBytes(queries, new Map(Object.entries(files)));
}

/** @param files - Hash by path. @returns bytes by path. */
export async function readBytes(
  queries: Queries,
  files: ReadonlyMap<string, string>,
): Promise<Map<string, Buffer>> {
  const contents = await readContents(queries, files.values());
  return new Map([...files].map(([path, hash]) => [path, contents.get(hash) ?? Buffer.alloc(0)]));
}

/** The live release; undefined on an empty installation. */
export function findLive(queries: Queries): Promise<{ release: string; revision: number } | undefined> {
  return queries
    .selectFrom('pointers')
    .select(['release', 'revision'])
    .where('name', '=', 'live')
    .executeTakeFirst();
}

/** Hash before and after of every document and image that differs, by path; null if it does not exist. */
export interface FileChanges {
  readonly [path: string]: readonly [before: string | null, after: string | null];
}

/** @param before - Absent: every file is new. */
export async function listChanges(
  queries: Queries,
  before: string | undefined,
  after: string,
): Promise<FileChanges> {
  const old = before === undefined ? {} : (await readManifest(queries, before)).files;
  return changesBetween(old, (await readManifest(queries, after)).files);
}

/** Like `listChanges`, for two sets of hashes by path. */
export function changesBetween(
  old: { readonly [path: string]: string },
  files: { readonly [path: string]: string },
): FileChanges {
  const paths = [...new Set([...Object.keys(old), ...Object.keys(files)])].sort();
  return Object.fromEntries(
    paths
      .filter((path) => old[path] !== files[path])
      .map((path) => [path, [old[path] ?? null, files[path] ?? null]]),
  );
}

/**
 * When the live release last changed, in milliseconds since the epoch; 0 if nothing is live. It grows with each
 * publish and each rollback, even if the servers' clocks differ.
 */
export async function findVersion(queries: Queries): Promise<number> {
  const row = await queries.selectFrom('pointers').select('at').where('name', '=', 'live').executeTakeFirst();
  return row?.at ?? 0;
}
