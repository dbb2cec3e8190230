import type { Compile } from './compilation.ts';
import type { Database, Queries } from './database.ts';
import { readFiles } from './manifests.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { type Made, makeRelease } from './releases.ts';

/** A release as it goes from one installation to another: from the one for tests to the one for borrowers. */
export interface ReleaseBundle {
  readonly format: 1;
  /** The release's name, there and here. */
  readonly release: string;
  /** Base64 of each document and picture, by path. */
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
 * Takes a release in: checked and compiled again here, and kept only if it is the same to the last byte.
 *
 * @throws RegistryRefusal as `makeRelease`, and `invalid` where this installation makes another release of it: one of
 * another version of this program, or a bundle that was changed on its way.
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
