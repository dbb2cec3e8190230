import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compile } from './compilation.ts';
import { DamagedContent, hashOf } from './contents.ts';
import { type ExpectedInstallation, requireInstallation, TOKEN_FILE } from './require-installation.ts';
import { type Database, type MeasureQuery, openDatabase } from './database.ts';
import { RegistryRefusal } from './failures.ts';
import { findLive, readManifest } from './manifests.ts';
import { makeRelease, publish } from './releases.ts';
import { makeFirstLink } from '../staff/first-admin.ts';
import { createStaffToken } from '../staff/tokens.ts';

export interface OpenRegistry {
  readonly database: Database;
  /** The checked-out project equals the live release, and did so before this start. */
  readonly isLive: boolean;
  /** Lines for the operator. */
  readonly notes: readonly string[];
  /** Path of the link with which the first admin sets a password; absent after that. */
  readonly firstLink?: string;
}

export interface RegistrySettings extends Partial<ExpectedInstallation> {
  /** `postgres://…`, or the path of the embedded database's file. */
  readonly address: string;
  /** Data folder of this installation. */
  readonly folder: string;
  /** The first admin; default: the person who uses the first link, as `admin`. */
  readonly admin?: { readonly name: string; readonly password?: string };
  readonly measureQuery?: MeasureQuery;
}

/**
 * Opens the registry. The first start of an installation creates its staff token, and publishes `files` as the
 * first release. Later the registry decides what is live, and `files` are only compared with it.
 * @param files - The checked-out project, every document and image by path.
 * @throws Error as `requireInstallation`; RegistryRefusal `problems` if there is no release yet and `files` have errors.
 */
export async function openRegistry(
  { address, folder, admin, isReal = false, isNew = false, measureQuery }: RegistrySettings,
  files: () => ReadonlyMap<string, Uint8Array>,
  now: () => number,
  compile?: Compile,
): Promise<OpenRegistry> {
  await requireInstallation({ address, folder }, { isReal, isNew });
  const database = await openDatabase(address, {}, measureQuery);
  try {
    const notes: string[] = [];
    const live = await findLive(database.queries);
    if (live !== undefined && isNew) {
      notes.push(
        'CAPIZ_NEW=1 is set, but this installation has data: unset it, or a lost database would be replaced by an empty one.',
      );
    }
    let isLive = false;
    if (live === undefined) {
      const decision = { actor: 'first-start', at: now(), reason: 'The first start of this installation.' };
      const { hash } = await makeRelease(database, { bytes: files(), ...decision }, compile);
      await publish(database, { release: hash, ...decision }).catch((error: unknown) => {
        // Another server of this installation started at the same moment.
        if (!(error instanceof RegistryRefusal && error.code === 'conflict')) throw error;
      });
    } else {
      const count = await countOwnDifferences(database, live.release, files);
      isLive = count === 0;
      if (count === undefined)
        notes.push('The documents in this folder cannot be compared with the live release.');
      else if (!isLive) {
        notes.push(
          `${count} documents here differ from release ${live.release.slice(0, 12)}, which is live. ` +
            'To publish them: npx capiz publish --reason "why"',
        );
      }
    }
    const token = await createStaffToken(database, now());
    if (token !== undefined) {
      const path = join(folder, TOKEN_FILE);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, `${token}\n`, { mode: 0o600 });
      notes.push(`The staff token of this installation is in ${path}; keep it secret.`);
    }
    const firstLink = await makeFirstLink(database, { name: 'admin', ...admin, at: now() });
    return { database, isLive, notes, ...(firstLink !== undefined && { firstLink }) };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Counts the documents that differ between the folder and the live release. Undefined if one side cannot be read;
 * the server starts nevertheless.
 */
async function countOwnDifferences(
  { queries }: Database,
  live: string,
  files: () => ReadonlyMap<string, Uint8Array>,
): Promise<number | undefined> {
  let own: ReadonlyMap<string, Uint8Array>;
  try {
    own = files();
  } catch {
    return undefined;
  }
  const manifest = await readManifest(queries, live).catch((error: unknown) => {
    if (!(error instanceof DamagedContent)) throw error;
    return undefined;
  });
  return manifest && countDifferences(manifest.files, own);
}

function countDifferences(
  live: { readonly [path: string]: string },
  files: ReadonlyMap<string, Uint8Array>,
): number {
  const paths = new Set([...Object.keys(live), ...files.keys()]);
  return [...paths].filter((path) => {
    const here = files.get(path);
    return (here === undefined ? undefined : hashOf(here)) !== live[path];
  }).length;
}
