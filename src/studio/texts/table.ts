import { editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { type Outdated, readMessages } from '#renderer/grammar/messages.ts';
import { readTable, type RowProblem, writeTable } from '#renderer/grammar/translation-table.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { catalogueOf } from './rows.ts';

/** Changes of an imported table, and the catalogue with them. */
export interface TableChanges {
  readonly changes: readonly {
    readonly source: string;
    /** The translation before the import; empty if there was none. Plural forms are separated by slashes. */
    readonly before: string;
    readonly after: string;
  }[];
  /** A table with problems is not imported. */
  readonly problems: readonly RowProblem[];
  readonly text: string;
}

/** @throws Error if a document has an error. */
function readLanguage(files: readonly SourceFile[], language: string) {
  const read = readMessages(files);
  const found = 'errors' in read ? undefined : read.languages.find((one) => one.language === language);
  if ('errors' in read || found === undefined)
    throw new Error('A document has an error. Fix it to read its texts.');
  return { read, found };
}

/** The CSV file for a translator. @throws Error if a document has an error. */
export function tableOf(
  files: readonly SourceFile[],
  language: string,
  outdated?: ReadonlyMap<string, Outdated>,
): string {
  const { read, found } = readLanguage(files, language);
  return writeTable(read, found, outdated);
}

/**
 * @param bytes - The file from the translator. @throws Error if a document has an error, or the file is not UTF-8.
 */
export function readChanges(
  files: readonly SourceFile[],
  language: string,
  bytes: BufferSource,
): TableChanges {
  const { read, found } = readLanguage(files, language);
  const { edits, problems } = readTable(decode(bytes), read, found);
  const path = catalogueOf(language);
  const text = files.find((file) => file.path === path)?.text ?? emptyCatalogue(language);
  const before = new Map(found.entries.map(({ id, forms }) => [id, formsOf(forms)]));
  const ids = new Map(
    read.messages.map(({ id, source, context }) => [JSON.stringify([source, context]), id]),
  );
  return {
    changes: edits.map(({ source, context, written }) => ({
      source,
      before: before.get(ids.get(JSON.stringify([source, context])) ?? '') ?? '',
      after:
        typeof written === 'object' && 'forms' in written
          ? formsOf(written.forms)
          : typeof written === 'object'
            ? written.text
            : (written ?? ''),
    })),
    problems,
    text: editCatalogue(text, edits),
  };
}

function decode(bytes: BufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('The table is not UTF-8. Save it as “CSV UTF-8”.');
  }
}

function formsOf(forms: { readonly [category: string]: string }): string {
  return Object.values(forms).join(' / ');
}
