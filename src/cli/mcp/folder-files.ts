import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readFixtures } from '#src/shared/fixture-files.ts';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { isAsset, isProjectPath } from '#src/shared/project-paths.ts';
import { writeFile } from '#src/shared/write-file.ts';

const NAME = '[a-z0-9][\\w-]{0,99}';
/** Fixtures that states and scripts of screens are made of. */
const FIXTURE = new RegExp(
  `^fixtures/(?:(?:states(?:/sets)?|scripts|scenarios|variants|api/${NAME})/${NAME}|service)\\.json$`,
  'i',
);

export const WRITABLE =
  'screens/app.json, screens/<id>.screen.json, screens/parts/<id>.part.json, screens/messages/<language>.json, screens/theme/<name>.tokens.json, schemas/api/<name>.endpoint.json, fixtures/api/<endpoint>/<name>.json, fixtures/scenarios/<name>.json, fixtures/states/<screen>.json, fixtures/states/sets/<name>.json, fixtures/scripts/<screen>.json, fixtures/variants/<name>.json, fixtures/service.json';

/** Whether the path is that of a document or a fixture; images are not text. */
export function mayWriteInFolder(path: string): boolean {
  return (isProjectPath(path) && !isAsset(path)) || FIXTURE.test(path);
}

/** Every document and fixture of a folder, and the names of images. A link to a file outside of it is left out. */
export function readFolder(root: string): readonly ProjectFile[] {
  const fixtures = readFixtures(root).filter(({ path }) => FIXTURE.test(path));
  return [...readProjectFiles(root), ...fixtures]
    .filter(({ path }) => isInside(root, path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The text of a document; undefined if there is none. */
export function readText(root: string, path: string): string | undefined {
  const full = join(root, path);
  return existsSync(full) && isInside(root, path) ? readFileSync(full, 'utf8') : undefined;
}

/** Writes or deletes a document. @throws the file system's error. */
export function writeText(root: string, path: string, text: string | null): void {
  if (text === null) rmSync(join(root, path), { force: true });
  else writeFile(join(root, path), text);
}

/** Whether a path that need not exist yet leads through no link out of the folder. */
export function isInside(root: string, path: string): boolean {
  let at = join(root, path);
  while (!isThere(at)) at = dirname(at);
  try {
    const [real, own] = [realpathSync(at), realpathSync(root)];
    return real === own || real.startsWith(`${own}${sep}`);
  } catch {
    // A link to nothing.
    return false;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
