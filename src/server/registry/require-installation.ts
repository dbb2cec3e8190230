import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'libsql';
import pg from 'pg';
import { isPostgres } from './database.ts';

/** The file in the data folder with the staff token, for the command line on the same machine. */
export const TOKEN_FILE = 'staff-token';

interface Place {
  /** `postgres://…`, or the path of the embedded database's file. */
  readonly address: string;
  /** The data folder of this installation. */
  readonly folder: string;
}

/** Whether the operator expects a new installation, and whether it is for production. */
export interface ExpectedInstallation {
  /** Production: an empty database probably means that the data is lost. */
  readonly isReal: boolean;
  /** The operator has confirmed that the installation is new. */
  readonly isNew: boolean;
}

/** Timeout of the check whether a database server is empty, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Refuses to start with an empty database if the folder was used before, or, in production, if the operator
 * has not confirmed a new installation. Writes nothing: the write-ahead log of a missing file must still fit
 * when the file is restored.
 * @throws Error that says what is missing, and how to go on.
 */
export async function requireInstallation(
  place: Place,
  { isReal, isNew }: ExpectedInstallation,
): Promise<void> {
  // Read before the database: a server that starts an installation at the same time writes these files last.
  const remains = listRemains(place);
  if (remains.length === 0 && (!isReal || isNew)) return;
  if (await holdsRelease(place.address)) return;
  const what = isPostgres(place.address)
    ? 'the database of DATABASE_URL contains no release: it is empty'
    : `${place.address} ${hasBytes(place.address) ? 'contains no release: it is empty' : 'is missing'}`;
  const back =
    'Put the database back (docs/operating/README.md, Backup), or set CAPIZ_DATA or DATABASE_URL to where it is';
  if (remains.length > 0) {
    throw new Error(
      `${place.folder} has been in use (${remains.join(', ')}), but ${what}. ${back}; to begin a new ` +
        `installation all the same, move ${remains.join(' and ')} away first${isReal && !isNew ? ' and set CAPIZ_NEW=1' : ''}.`,
    );
  }
  throw new Error(
    `CAPIZ_UPSTREAM is set, so real borrowers come here, but ${what}. ${back}; to begin a new installation, ` +
      'set CAPIZ_NEW=1 for this one start.',
  );
}

/**
 * Files that only a started installation leaves there. `npm run dev` stores uploaded images in the same folder, so
 * images do not count.
 */
function listRemains({ address, folder }: Place): string[] {
  const remains = existsSync(join(folder, TOKEN_FILE)) ? [TOKEN_FILE] : [];
  // SQLite would delete the log of a missing file.
  const log = `${address}-wal`;
  if (!isPostgres(address) && !hasBytes(address) && hasBytes(log))
    remains.push(dirname(log) === folder ? basename(log) : log);
  return remains;
}

function hasBytes(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0;
}

async function holdsRelease(address: string): Promise<boolean> {
  if (isPostgres(address)) return serverHoldsRelease(address);
  if (!hasBytes(address)) return false;
  const file = new Sqlite(address, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    const has = (query: string) => file.prepare(query).all().length > 0;
    return (
      has("select name from sqlite_master where name = 'pointers'") &&
      has("select release from pointers where name = 'live'")
    );
  } finally {
    file.close();
  }
}

async function serverHoldsRelease(address: string): Promise<boolean> {
  const client = new pg.Client({
    ...{ connectionString: address, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const table = await client.query("select 1 where to_regclass('pointers') is not null");
    if (table.rowCount === 0) return false;
    return ((await client.query("select 1 from pointers where name = 'live'")).rowCount ?? 0) > 0;
  } finally {
    void client.end().catch(() => undefined);
  }
}
