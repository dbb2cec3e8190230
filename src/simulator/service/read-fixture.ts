import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#src/shared/message-of.ts';
import { type OnBadFixture, skipBadFixture } from './bad-fixture.ts';

/**
 * Names of the JSON files in a folder; empty if the folder does not exist.
 * @param onBadFixture - Gets the error of an unreadable folder.
 */
export function listFixtures(root: string, folder: string, onBadFixture: OnBadFixture): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = skipBadFixture(onBadFixture, () => readdirSync(join(root, folder))) ?? [];
  return names.filter((name) => name.endsWith('.json')).sort();
}

/**
 * Reads a JSON file of `fixtures`.
 * @param path - From the project's folder.
 * @throws Error that begins with the path.
 */
export function readFixture(root: string, path: string): unknown {
  const file = join(root, path);
  // Reading a named pipe would never end.
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`${path}: there is no such file.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  }
}
