import { editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import {
  type CatalogueEntry,
  faultsOf,
  isTranslated,
  type Outdated,
  readCatalogue,
  type ShownMessage,
} from '#renderer/grammar/messages.ts';
import { writtenOf } from '#renderer/grammar/translation-table.ts';
import { type ClosedEntries, type ClosedEntry, readClosed } from './closed-entries.ts';
import type { OutdatedTexts } from './outdated-texts.ts';
import type { Edit } from '../model/workspace.ts';

/** The translations of one language, by `ShownMessage.id`. */
export interface Translations {
  readonly language: string;
  readonly isPartial: boolean;
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly closed: ClosedEntries;
}

/** A text that people see, with what each language says instead. */
export interface TextRow {
  readonly message: ShownMessage;
  /** In the order of the languages. */
  readonly cells: readonly TextCell[];
}

export interface TextCell {
  readonly language: string;
  readonly entry?: CatalogueEntry;
  /** Nobody has translated it, and the catalogue says that it has all. */
  readonly isMissing: boolean;
  /** Longer than the words with which every screen is tried: it may be cut. */
  readonly isTooLong: boolean;
  /** It was written for other words than are said now. */
  readonly outdated?: Outdated;
  /** The entry, if no box shows it completely: it is read-only here. */
  readonly closed?: ClosedEntry;
}

export interface TextFilter {
  readonly words: string;
  readonly only: 'all' | 'missing' | 'outdated' | 'drafts' | 'long';
  /** Documents of which a text has to be; undefined: of any. */
  readonly files?: ReadonlySet<string>;
}

export const catalogueOf = (language: string): string => `screens/messages/${language}.json`;

export function readTranslations(
  texts: ReadonlyMap<string, string>,
  languages: readonly string[],
): readonly Translations[] {
  return languages
    .filter((language) => language !== 'source')
    .map((language) => {
      const path = catalogueOf(language);
      const text = texts.get(path) ?? emptyCatalogue(language);
      const catalogue = readCatalogue({ path, text });
      return {
        language,
        closed: readClosed({ path, text }),
        isPartial: catalogue?.isPartial === true,
        entries: new Map(catalogue?.entries.map((entry) => [entry.id, entry])),
      };
    });
}

/** As much longer is the language that only tries screens out. */
const LONGER = 1.4;
/** Letters: a word of four and one of twelve both stand in a button. */
const LEEWAY = 10;

export function rowsOf(
  messages: readonly ShownMessage[],
  translations: readonly Translations[],
  outdated: OutdatedTexts = new Map(),
): readonly TextRow[] {
  return messages.map((message) => ({
    message,
    cells: translations.map(({ language, isPartial, entries, closed }) => {
      const written = closed(message.id);
      if (written !== undefined) return { language, isMissing: false, isTooLong: false, closed: written };
      const entry = entries.get(message.id);
      const isMissing = !isPartial && (entry === undefined || !isTranslated(entry));
      const said = Object.values(entry?.forms ?? {});
      const isTooLong = said.some((text) => text.length > message.source.length * LONGER + LEEWAY);
      const old = outdated.get(language)?.get(message.id);
      // What somebody has written meanwhile is theirs.
      const isOver = old?.earlier !== undefined && entry !== undefined && isTranslated(entry);
      return {
        ...{ language, isMissing, isTooLong },
        ...(entry !== undefined && { entry }),
        ...(old !== undefined && !isOver && { outdated: old }),
      };
    }),
  }));
}

/** Rows in their order; words are looked for in the source and in every language, letters large and small alike. */
export function filterRows(rows: readonly TextRow[], { words, only, files }: TextFilter): readonly TextRow[] {
  const wanted = words.trim().toLowerCase();
  return rows.filter(({ message, cells }) => {
    if (files !== undefined && !message.uses.some(({ file }) => files.has(file))) return false;
    if (only === 'missing' && !cells.some(({ isMissing }) => isMissing)) return false;
    if (only === 'outdated' && !cells.some((cell) => cell.outdated !== undefined)) return false;
    if (only === 'long' && !cells.some(({ isTooLong }) => isTooLong)) return false;
    if (only === 'drafts' && !cells.some(({ entry }) => entry?.isDraft === true)) return false;
    const said = [
      message.source,
      message.context ?? '',
      ...cells.flatMap(({ entry }) => Object.values(entry?.forms ?? {})),
    ];
    return said.some((text) => text.toLowerCase().includes(wanted));
  });
}

export interface Saying {
  /** A plural category; `other` of a text without forms. */
  readonly category?: string;
  readonly text?: string;
  readonly isDraft?: boolean;
}

/**
 * A catalogue in which one text is said otherwise. What is new is a draft until somebody says that it is right; a text
 * without words has no entry.
 *
 * @param text - Of the catalogue; undefined where the language has none yet.
 */
export function sayOtherwise(
  text: string | undefined,
  { source, context }: ShownMessage,
  { language, entry, closed }: TextCell,
  saying: Saying,
): string {
  if (closed !== undefined) return text ?? emptyCatalogue(language);
  const { category = 'other' } = saying;
  const forms = {
    ...entry?.forms,
    ...(saying.text !== undefined && { [category]: saying.text }),
  };
  const isEmpty = Object.values(forms).every((form) => form === '');
  const isDraft = saying.isDraft ?? entry?.isDraft ?? true;
  const plural = entry?.plural;
  // New words translate the current source. The mark alone keeps what the words were written for.
  const writtenFor = saying.text === undefined ? entry?.writtenFor : undefined;
  const written = isEmpty
    ? undefined
    : writtenOf({
        ...{ forms, isDraft },
        ...(plural !== undefined && { plural }),
        ...(writtenFor !== undefined && { writtenFor }),
      });
  return editCatalogue(text ?? emptyCatalogue(language), [{ source, context, written }]);
}

/** Whether the words from before can stand as they are: what they name is named still. */
export function canBeRight({ source }: ShownMessage, { earlier }: Outdated): boolean {
  return earlier === undefined || faultsOf({ ...earlier, source }).length === 0;
}

/**
 * A catalogue in which a translation that may be out of date is right for what is said now: taken over from the words
 * that it stood under, which are left where others show them, or marked with those that it is right for.
 *
 * @param isShown - Whether some text is still known by an id.
 */
export function sayRight(
  text: string,
  { source, context }: ShownMessage,
  { entry, outdated }: TextCell,
  { said, isShown }: { readonly said: string; isShown(id: string): boolean },
): string {
  const right = outdated?.earlier ?? entry;
  if (right === undefined) return text;
  const { earlier } = outdated ?? {};
  const { forms, plural, isDraft } = right;
  const written = writtenOf({
    ...{ forms, isDraft },
    ...(plural !== undefined && { plural }),
    ...(earlier === undefined && { writtenFor: said }),
  });
  const isOver = earlier !== undefined && !isShown(earlier.id);
  return editCatalogue(text, [
    { source, context, written },
    ...(isOver ? [{ source: earlier.source, context: earlier.context, written: undefined }] : []),
  ]);
}

/** The same as a step of the draft; letters of one word in a row are one. */
export function sayIn(text: string | undefined, message: ShownMessage, cell: TextCell, saying: Saying): Edit {
  const { source, id } = message;
  const path = catalogueOf(cell.language);
  return {
    label: `“${source}” in ${cell.language}`,
    changes: { [path]: sayOtherwise(text, message, cell, saying) },
    ...(saying.text !== undefined && { gesture: `${path} ${id} ${saying.category}` }),
  };
}
