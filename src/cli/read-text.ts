import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '#src/shared/message-of.ts';
import { UsageError } from './command.ts';

/**
 * The text of a file that the command line names.
 *
 * @param folder - The working folder.
 * @throws UsageError if it cannot be read.
 */
export function readText(folder: string, file: string): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}
