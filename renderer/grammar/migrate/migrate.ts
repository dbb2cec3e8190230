import { isJson, type Json } from '../json.ts';
import { parseDocument } from '../parse.ts';
import { TextEdits } from '../text-edits.ts';
import type { DocumentKind } from '../validate.ts';
import { documentKind, type SourceFile } from '../world.ts';

/** A change of the language, made in documents that were written before it. */
export interface Migration {
  /** Kebab-case; it stays once it has shipped. */
  readonly name: string;
  /** What it changes, as a sentence without its end. */
  readonly summary: string;
  /** Documents that it reads. */
  readonly kinds: readonly DocumentKind[];
  /**
   * Notes what changes in a document. Pure, and done when it is done: of its own result it changes nothing.
   *
   * @param value - The document's top record; it may have been written for any earlier grammar.
   * @param edits - Changes by pointer; comments and spacing stay.
   */
  change(value: Json, edits: TextEdits): void;
}

/** A document that migrations changed. */
export interface Migrated {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Names of those that changed it, in the order in which they ran. */
  readonly by: readonly string[];
}

/**
 * Runs migrations, one after the other, over the documents of a project. What does not parse stays as it is.
 *
 * @returns Only what changed.
 * @throws Error where a migration is not idempotent, or leaves a document that does not parse: a fault of its own.
 */
export function migrateProject(
  files: readonly SourceFile[],
  migrations: readonly Migration[],
): readonly Migrated[] {
  return files.flatMap((file) => {
    const by: string[] = [];
    let { text } = file;
    for (const migration of migrations) {
      const after = run(migration, { path: file.path, text });
      if (after === text) continue;
      if (run(migration, { path: file.path, text: after }) !== after)
        throw new Error(`The migration ${migration.name} changes ${file.path} again and again.`);
      if (parseDocument(after, file.path).document === undefined)
        throw new Error(`The migration ${migration.name} leaves ${file.path} unreadable.`);
      by.push(migration.name);
      text = after;
    }
    return by.length === 0 ? [] : [{ path: file.path, before: file.text, after: text, by }];
  });
}

function run({ kinds, change }: Migration, { path, text }: SourceFile): string {
  const kind = documentKind(path)?.kind;
  if (kind === undefined || !kinds.includes(kind)) return text;
  const { document } = parseDocument(text, path);
  if (document === undefined || !isJson(document.value)) return text;
  const edits = new TextEdits(text);
  change(document.value, edits);
  return edits.apply();
}
