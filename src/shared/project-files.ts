import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProjectFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Empty for pictures: only that they are there counts. */
  readonly text: string;
}

/** Where a project's documents stand: folder, and what their names end in. */
const DOCUMENTS: readonly (readonly [folder: string, ending: string])[] = [
  ['screens', '.screen.json'],
  ['screens/parts', '.part.json'],
  ['screens/messages', '.json'],
  ['screens/theme', '.tokens.json'],
  ['schemas/api', '.endpoint.json'],
];
const PICTURES = 'screens/assets';

/** The document that makes a folder a project. */
export const APP_FILE = 'screens/app.json';

/**
 * Every document of a project and the names of its pictures, in a fixed order.
 *
 * @throws what the file system throws when a document cannot be read.
 */
export function readProjectFiles(root: string): ProjectFile[] {
  const paths = DOCUMENTS.flatMap(([folder, ending]) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name}`),
  );
  if (existsSync(join(root, APP_FILE))) paths.push(APP_FILE);
  const documents = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const pictures = namesIn(join(root, PICTURES)).map((name) => ({ path: `${PICTURES}/${name}`, text: '' }));
  return [...documents, ...pictures].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a document or a picture of a project may stand there. */
export function isProjectPath(path: string): boolean {
  if (path === APP_FILE) return true;
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, at);
  const name = path.slice(at + 1);
  if (!/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return false;
  return (
    folder === PICTURES || DOCUMENTS.some(([where, ending]) => folder === where && name.endsWith(ending))
  );
}

/** Whether a project's file is a picture: bytes, of which only the name concerns the definitions. */
export function isPicture(path: string): boolean {
  return path.startsWith(`${PICTURES}/`);
}

/** The bytes of every document and picture, by path; the same that `readProjectFiles` names. */
export function readProjectBytes(root: string): Map<string, Buffer> {
  return new Map(readProjectFiles(root).map(({ path }) => [path, readFileSync(join(root, path))]));
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
}
