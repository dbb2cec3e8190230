import type { Edit } from '#renderer/grammar/edit-catalogue.ts';
import { type Outdated, readCatalogue, readMessages } from '#renderer/grammar/messages.ts';
import { readTable, type RowProblem, writeTable } from '#renderer/grammar/translation-table.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { messageId } from '#renderer/plan/message.ts';

/** Changes of an imported table. They are edits of texts, so that they leave alone what people write meanwhile. */
export interface TableChanges {
  readonly edits: readonly Edit[];
  /** A table with problems is not imported. */
  readonly problems: readonly RowProblem[];
}

/** A translation before and after an import. Plural forms are separated by slashes. */
export interface TableChange {
  readonly source: string;
  /** Empty if there is none. */
  readonly before: string;
  readonly after: string;
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
  return readTable(decode(bytes), read, found);
}

/** What the edits of a table change in a catalogue as it is now. */
export function changesIn(catalogue: SourceFile, edits: readonly Edit[]): readonly TableChange[] {
  const entries = readCatalogue(catalogue)?.entries ?? [];
  const before = new Map(entries.map(({ id, forms }) => [id, formsOf(forms)]));
  return edits.map(({ source, context, written }) => ({
    source,
    before: before.get(messageId(source, context)) ?? '',
    after:
      typeof written === 'object' && 'forms' in written
        ? formsOf(written.forms)
        : typeof written === 'object'
          ? written.text
          : (written ?? ''),
  }));
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
