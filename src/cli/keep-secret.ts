import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './command.ts';

/**
 * Runs what answers with a secret that can be had once, and writes it to a file that its owner alone can read. The
 * file is made first: a secret for which there is no place is never made.
 *
 * @returns the file's whole path.
 * @throws UsageError where it is there already or cannot be made; then nothing was run.
 */
export async function keepSecret(folder: string, to: string, make: () => Promise<string>): Promise<string> {
  const path = resolve(folder, to);
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(`${path} cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    writeSync(file, `${await make()}\n`);
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
