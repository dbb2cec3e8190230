import { existsSync } from 'node:fs';
import Sqlite from 'libsql';

/**
 * Copies the embedded database whole, as it is at one moment, while a server works on it.
 *
 * @param to - Path of a file that is not there yet.
 * @throws Error where the one cannot be read or the other not be written.
 */
export function backUp(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  const file = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    file.prepare('vacuum into ?').run(to);
  } finally {
    file.close();
  }
}
