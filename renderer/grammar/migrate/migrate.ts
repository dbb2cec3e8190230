import { isJson, type Json } from '../json.ts';
import { parseDocument } from '../parse.ts';
import { TextEdits } from '../text-edits.ts';
import type { DocumentKind } from '../validate.ts';
import { documentKind, type SourceFile } from '../world.ts';

/** A change of the language, applied to documents of earlier grammars. */
export interface Migration {
  /** Kebab-case; never changes after release. */
  readonly name: string;
  /** What it changes, as a sentence without a full stop. */
  readonly summary: string;
  /** Kinds of documents that it changes. */
  readonly kinds: readonly DocumentKind[];
  /**
   * Collects the changes of a document. Pure and idempotent: it does not change its own result.
   *
   * @param value - The document's top record, of any earlier grammar.
   * @param edits - Changes by pointer; comments and spacing stay.
   */
  change(value: Json, edits: TextEdits): void;
}

/** A document that migrations changed. */
export interface Migrated {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Names of the migrations that changed it, in the order in which they ran. */
  readonly by: readonly string[];
}

/**
 * Runs migrations in order over all documents of a project. Documents with a problem of the parser, such as a member twice, stay
 * unchanged.
 *
 * @returns Only changed documents.
 * @throws Error if a migration is not idempotent, or its result does not parse.
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
      if (parseDocument(after, file.path).problems.length > 0)
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
  const { document, problems } = parseDocument(text, path);
  if (document === undefined || problems.length > 0 || !isJson(document.value)) return text;
  const edits = new TextEdits(text);
  change(document.value, edits);
  return edits.apply();
}
