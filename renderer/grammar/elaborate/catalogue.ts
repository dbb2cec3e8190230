import type { Message } from '../../plan/expression.ts';
import { messageId } from '../../plan/message.ts';
import { isBlank } from '../../plan/blank.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { WorldDocument } from '../world.ts';

/** One translation of a catalogue, as it is written. */
export interface CatalogueEntry {
  readonly source: string;
  readonly context?: string;
  /** What plans know the text by: `messageId(source, context)`. */
  readonly id: string;
  /** Where it stands in its document. */
  readonly pointer: string;
  /** Its words: one text, or a form for each plural category. Empty where it is not translated yet. */
  readonly forms: { readonly [category: string]: string };
  /** The placeholder whose number decides between the forms; without it the one form is `other`. */
  readonly plural?: string;
  readonly isDraft: boolean;
  /** The words of the default language that it was found right for after it was written. */
  readonly writtenFor?: string;
}

/** The entries of a catalogue in the order they are written; those whose shape was refused are left out. */
export function entriesOf({ value }: Pick<WorldDocument, 'value'>): readonly CatalogueEntry[] {
  if (value === undefined) return [];
  const entries = known.get(value) ?? readEntries(value);
  known.set(value, entries);
  return entries;
}

/** Of a document's value, which does not change: every screen asks each catalogue. */
const known = new WeakMap<Json, readonly CatalogueEntry[]>();

function readEntries(value: Json): readonly CatalogueEntry[] {
  const entries = readGroup(recordOf(value['messages']), '/messages', undefined);
  for (const [context, group] of Object.entries(recordOf(value['contexts']))) {
    entries.push(...readGroup(recordOf(group), joinPointer('/contexts', context), context));
  }
  return entries;
}

/** Whether it has a translation: an entry without words is a place for one. */
export function isTranslated({ forms }: CatalogueEntry): boolean {
  return Object.values(forms).some((form) => !isBlank(form));
}

/** What a plan carries of an entry. */
export function messageOf({ forms, plural }: CatalogueEntry, language: string): Message {
  return plural === undefined ? (forms['other'] ?? '') : { plural, language, forms };
}

function readGroup(group: Json, pointer: string, context: string | undefined): CatalogueEntry[] {
  return Object.entries(group).flatMap(([source, written]) => {
    const words = readWords(written);
    if (words === undefined) return [];
    return [
      {
        source,
        ...(context === undefined ? {} : { context }),
        id: messageId(source, context),
        pointer: joinPointer(pointer, source),
        ...words,
      },
    ];
  });
}

function readWords(
  written: unknown,
): Pick<CatalogueEntry, 'forms' | 'plural' | 'isDraft' | 'writtenFor'> | undefined {
  if (typeof written === 'string') return { forms: { other: written }, isDraft: false };
  if (!isJson(written)) return undefined;
  const { text, plural, forms } = written;
  const read = {
    isDraft: written['draft'] === true,
    ...(typeof written['for'] === 'string' && { writtenFor: written['for'] }),
  };
  if (typeof plural !== 'string') {
    return typeof text === 'string' ? { forms: { other: text }, ...read } : undefined;
  }
  const texts = Object.entries(recordOf(forms)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { forms: Object.fromEntries(texts), plural, ...read };
}

function recordOf(value: unknown): Json {
  return isJson(value) ? value : {};
}
