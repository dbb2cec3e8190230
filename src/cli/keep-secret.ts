import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '#src/shared/message-of.ts';
import { UsageError } from './command.ts';

/**
 * Runs `make`, which returns a secret that cannot be shown again, and writes the secret to a file that only its owner
 * can read. The file is created first, so that no secret is made without a file for it.
 *
 * @returns The file's absolute path.
 * @throws UsageError if the file exists or cannot be created; then `make` was not run.
 */
export async function keepSecret(folder: string, to: string, make: () => Promise<string>): Promise<string> {
  const path = resolve(folder, to);
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(`${path} cannot be made: ${messageOf(error)}`);
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
