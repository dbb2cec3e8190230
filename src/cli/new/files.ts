import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatDocument } from '#renderer/grammar/format.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { UsageError } from '../command.ts';

/** A file that a command begins, or a file that is there with lines added to it. */
export interface NewFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  /** It is there, and this is all of it as it becomes. */
  readonly isEdit?: true;
}

export function newDocument(path: string, value: object): NewFile {
  return { path, text: formatDocument({ path, text: JSON.stringify(value) }) };
}

export function newJson(path: string, value: object): NewFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** @throws UsageError where one that is to be begun is there. */
export function refuseWhatIsThere(root: string, added: readonly NewFile[]): void {
  for (const { path, isEdit } of added) {
    if (isEdit !== true && existsSync(join(root, path))) throw new UsageError(`${path} is there already`);
  }
}

export function writeNewFiles(root: string, added: readonly NewFile[]): void {
  for (const { path, text } of added) writeFile(join(root, path), text);
}

/**
 * How documents of a project name their schemas: as its app.json does, here in the engine's own folder, elsewhere in the
 * package's.
 *
 * @returns Of a schema's file name and how many folders below the project's root the document stands.
 */
export function schemaNames(
  files: readonly { readonly path: string; readonly text: string }[],
): (schema: string, depth: number) => string {
  const app = files.find(({ path }) => path === APP_FILE)?.text ?? '';
  const base = /"\$schema"\s*:\s*"([^"]*)app\.schema\.json"/.exec(app)?.[1] ?? '../schemas/';
  // app.json stands one folder deep; an address stays what it is.
  return (schema, depth) =>
    base.startsWith('../') ? `${'../'.repeat(depth - 1)}${base}${schema}` : `${base}${schema}`;
}

/** `repay-code` is "Repay code". */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
