import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProjectFile } from './project-files.ts';
import { VARIANTS_FOLDER } from './project-paths.ts';

/** Folders of fixtures that documents and other fixtures name. */
const FOLDERS = [
  'fixtures/api',
  'fixtures/scenarios',
  'fixtures/states',
  'fixtures/scripts',
  VARIANTS_FOLDER,
];
/** What every reply of the simulated service has. */
const SERVICE = 'fixtures/service.json';

/** Whether the path is that of a fixture, by its folder. */
export function isFixture(path: string): boolean {
  return (
    path === SERVICE || (path.endsWith('.json') && FOLDERS.some((folder) => path.startsWith(`${folder}/`)))
  );
}

/**
 * The fixtures of a project, sorted by path. Links are left out.
 *
 * @throws the file system's error if one cannot be read.
 */
export function readFixtures(root: string): readonly ProjectFile[] {
  const paths = FOLDERS.flatMap((folder) => listJson(root, folder));
  if (existsSync(join(root, SERVICE))) paths.push(SERVICE);
  return paths.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function listJson(root: string, folder: string): string[] {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => {
      const inside = join(entry.parentPath, entry.name).slice(full.length + 1);
      return `${folder}/${inside.replaceAll('\\', '/')}`;
    });
}
