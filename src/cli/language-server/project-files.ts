import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { documentKind, type SourceFile } from '#renderer/grammar/world.ts';
import { schemaKind } from '#src/language-service/document-kinds.ts';
import { isProjectPath, VARIANTS_FOLDER } from '#src/shared/project-paths.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';

/** Folders of fixtures that documents and other fixtures name. */
const FIXTURES = [
  'fixtures/api',
  'fixtures/scenarios',
  'fixtures/states',
  'fixtures/scripts',
  VARIANTS_FOLDER,
];
const SERVICE = 'fixtures/service.json';

/** Whether an editor gets help in a file: a document, a contract, a catalogue or a fixture. */
export function isKnownFile(path: string): boolean {
  return documentKind(path) !== undefined || isFixture(path);
}

export function isFixture(path: string): boolean {
  const isInFolder = FIXTURES.some((folder) => path.startsWith(`${folder}/`)) && path.endsWith('.json');
  return isInFolder || path === SERVICE || schemaKind(path) === 'service';
}

/**
 * Every document and fixture of a project, as it is on disk.
 *
 * @throws the file system's error if one cannot be read.
 */
export function readAll(root: string): ReadonlyMap<string, SourceFile> {
  const fixtures = [...FIXTURES.flatMap((folder) => namesIn(root, folder)), SERVICE].filter((path) =>
    existsSync(join(root, path)),
  );
  const files = [
    ...readProjectFiles(root).map(({ path, text }) => ({ path, text })),
    ...fixtures.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  ];
  return new Map(files.map((file) => [file.path, file]));
}

/** One file of a project; undefined if it is gone, or no editor gets help in it. */
export function readOne(root: string, path: string): SourceFile | undefined {
  if (!isProjectPath(path) && !isFixture(path)) return undefined;
  const file = join(root, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  // Of an image only the name matters.
  return { path, text: path.endsWith('.json') ? readFileSync(file, 'utf8') : '' };
}

function namesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}
