import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatDocument } from '#renderer/grammar/format.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { UsageError } from '../command.ts';

/** A new file, or an existing file with added lines. */
export interface NewFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  /** The file exists, and `text` is its complete new content. */
  readonly isEdit?: true;
  /** If there is such a file already, it stays, and this one is left out. */
  readonly yields?: true;
}

export function newDocument(path: string, value: object): NewFile {
  return { path, text: formatDocument({ path, text: JSON.stringify(value) }) };
}

export function newJson(path: string, value: object): NewFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** @throws UsageError if a new file already exists. */
export function refuseWhatIsThere(root: string, added: readonly NewFile[]): void {
  for (const { path, isEdit } of added) {
    if (isEdit !== true && existsSync(join(root, path))) throw new UsageError(`${path} is there already`);
  }
}

export function writeNewFiles(root: string, added: readonly NewFile[]): void {
  for (const { path, text } of added) writeFile(join(root, path), text);
}
