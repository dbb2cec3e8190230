import { existsSync } from 'node:fs';
import Sqlite from 'libsql';

/**
 * Copies the embedded database as it is at one moment, while a server uses it.
 * @param to - Path of a file that does not exist yet.
 * @throws Error if `from` cannot be read or `to` cannot be written.
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
