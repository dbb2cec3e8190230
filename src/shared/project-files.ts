import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_FILE, DOCUMENTS, ASSETS_FOLDER } from './project-paths.ts';

export interface ProjectFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Empty for images, of which only the name matters. */
  readonly text: string;
}

/**
 * Reads every document of a project and the names of its images, in a fixed order.
 * @throws the file system's error if a document cannot be read.
 */
export function readProjectFiles(root: string): ProjectFile[] {
  const paths = DOCUMENTS.flatMap(([folder, ending]) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name}`),
  );
  if (existsSync(join(root, APP_FILE))) paths.push(APP_FILE);
  const documents = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const pictures = namesIn(join(root, ASSETS_FOLDER)).map((name) => ({
    path: `${ASSETS_FOLDER}/${name}`,
    text: '',
  }));
  return [...documents, ...pictures].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The bytes of every document and image of `readProjectFiles`, by path. */
export function readProjectBytes(root: string): Map<string, Buffer> {
  return new Map(readProjectFiles(root).map(({ path }) => [path, readFileSync(join(root, path))]));
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { withFileTypes: true })
      // Reading a named pipe would never end.
      .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
  );
}
