import type { Compile } from './compilation.ts';
import type { Database, Queries } from './database.ts';
import { readFiles } from './manifests.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { type Made, makeRelease } from './releases.ts';

/** A release on its way from one installation to another, for example from test to production. */
export interface ReleaseBundle {
  readonly format: 1;
  /** The release's hash, the same in both installations. */
  readonly release: string;
  /** Base64 of each document and image, by path. */
  readonly files: { readonly [path: string]: string };
}

export async function exportRelease(queries: Queries, release: string): Promise<ReleaseBundle> {
  const files = await readFiles(queries, release);
  return {
    format: 1,
    release,
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')])),
  };
}

/**
 * Imports a release: checks and compiles it again here, and stores it only if the result is identical byte for
 * byte.
 * @throws RegistryRefusal as `makeRelease`, and `invalid` if the result differs: another version of this program,
 * or a bundle that was changed on its way.
 */
export function importRelease(
  database: Database,
  { bundle, ...decision }: Made & { readonly bundle: ReleaseBundle },
  compile?: Compile,
): Promise<ReleaseRecord> {
  const bytes = new Map(
    Object.entries(bundle.files).map(([path, text]) => [path, Buffer.from(text, 'base64')]),
  );
  return makeRelease(database, { bytes, expected: bundle.release, ...decision }, compile);
}
