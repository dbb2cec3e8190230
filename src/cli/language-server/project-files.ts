import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { documentKind, type SourceFile } from '#renderer/grammar/world.ts';
import { isFixture, readFixtures } from '#src/shared/fixture-files.ts';
import { isProjectPath } from '#src/shared/project-paths.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';

/** Whether an editor gets help in a file: a document, a contract, a catalogue or a fixture. */
export function isKnownFile(path: string): boolean {
  return documentKind(path) !== undefined || isFixture(path);
}

/**
 * Every document and fixture of a project, as it is on disk.
 *
 * @throws the file system's error if one cannot be read.
 */
export function readAll(root: string): ReadonlyMap<string, SourceFile> {
  const files = [...readProjectFiles(root), ...readFixtures(root)].map(({ path, text }) => ({ path, text }));
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
