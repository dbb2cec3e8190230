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
import type { Edit } from '../model/edit.ts';

/** The translations of one language, by `ShownMessage.id`. */
export interface Translations {
  readonly language: string;
  readonly isPartial: boolean;
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly closed: ClosedEntries;
}

/** A text of the project with its translations. */
export interface TextRow {
  readonly message: ShownMessage;
  /** In the order of the languages. */
  readonly cells: readonly TextCell[];
}

export interface TextCell {
  readonly language: string;
  readonly entry?: CatalogueEntry;
  /** There is no translation, although the catalogue claims to be complete. */
  readonly isMissing: boolean;
  /** Longer than the pseudo-language, which screens are tested with: the text may be cut off. */
  readonly isTooLong: boolean;
  /** The translation is for an earlier wording. */
  readonly outdated?: Outdated;
  /** The entry, if no field can show it completely; read-only here. */
  readonly closed?: ClosedEntry;
}

export interface TextFilter {
  readonly words: string;
  readonly only: 'all' | 'missing' | 'outdated' | 'drafts' | 'long';
  /** Only texts of these documents; undefined: all. */
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

/** Length of the pseudo-language relative to the source. */
const LONGER = 1.4;
/** Additional characters, because short words need relatively more. */
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
      // A new translation replaces the suggestion.
      const isOver = old?.earlier !== undefined && entry !== undefined && isTranslated(entry);
      return {
        ...{ language, isMissing, isTooLong },
        ...(entry !== undefined && { entry }),
        ...(old !== undefined && !isOver && { outdated: old }),
      };
    }),
  }));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Filters rows and keeps their order. The search ignores case and covers the source and all languages.
 *
 * @param kept - Ids of texts that stay in any case: somebody is translating them.
 */
export function filterRows(
  rows: readonly TextRow[],
  { words, only, files }: TextFilter,
  kept: ReadonlySet<string> = NONE,
): readonly TextRow[] {
  const wanted = words.trim().toLowerCase();
  return rows.filter(({ message, cells }) => {
    if (kept.has(message.id)) return true;
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
  /** Plural category; `other` for a text without plural forms. */
  readonly category?: string;
  readonly text?: string;
  readonly isDraft?: boolean;
}

/**
 * Writes a translation into a catalogue. A new translation is a draft until a person confirms it; an empty one removes the
 * entry.
 *
 * @param text - The catalogue; undefined if the language has none.
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
  // New words translate the current source. A change of the draft mark keeps the earlier `writtenFor`.
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

/** Whether the earlier translation is valid for the current source: all its placeholders still exist. */
export function canBeRight({ source }: ShownMessage, { earlier }: Outdated): boolean {
  return earlier === undefined || faultsOf({ ...earlier, source }).length === 0;
}

/**
 * Confirms an outdated translation for the current source. A translation of an earlier text moves to the new id, and stays
 * at the old one if other texts use it; a translation with the same id gets a new `writtenFor`.
 *
 * @param isShown - Whether any text has this id.
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

/** Writes a translation as an edit of the draft; typing in one cell is one undo step. */
export function sayIn(text: string | undefined, message: ShownMessage, cell: TextCell, saying: Saying): Edit {
  const { source, id } = message;
  const path = catalogueOf(cell.language);
  return {
    label: `“${source}” in ${cell.language}`,
    changes: { [path]: sayOtherwise(text, message, cell, saying) },
    ...(saying.text !== undefined && { gesture: `${path} ${id} ${saying.category}` }),
  };
}
