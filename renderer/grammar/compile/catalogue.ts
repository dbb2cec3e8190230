import type { Message } from '../../plan/expression.ts';
import { messageId } from '../../plan/message.ts';
import { isBlank } from '../../plan/blank.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { WorldDocument } from '../world.ts';

/** One translation as a catalogue has it. */
export interface CatalogueEntry {
  readonly source: string;
  readonly context?: string;
  /** The id of the text in plans: `messageId(source, context)`. */
  readonly id: string;
  /** JSON Pointer in the catalogue. */
  readonly pointer: string;
  /** One text, or a form for each plural category. Empty if it is not translated yet. */
  readonly forms: { readonly [category: string]: string };
  /** The placeholder whose number selects the form. Without it the only form is `other`. */
  readonly plural?: string;
  readonly isDraft: boolean;
  /** The text of the default language for which the translation was last confirmed. */
  readonly writtenFor?: string;
}

/** The entries of a catalogue in document order, without those whose shape is invalid. */
export function entriesOf({ value }: Pick<WorldDocument, 'value'>): readonly CatalogueEntry[] {
  if (value === undefined) return [];
  const entries = known.get(value) ?? readEntries(value);
  known.set(value, entries);
  return entries;
}

/** Cached by document value, which is immutable: every screen looks up its texts in each catalogue. */
const known = new WeakMap<Json, readonly CatalogueEntry[]>();

function readEntries(value: Json): readonly CatalogueEntry[] {
  const entries = readGroup(recordOf(value['messages']), '/messages', undefined);
  for (const [context, group] of Object.entries(recordOf(value['contexts']))) {
    entries.push(...readGroup(recordOf(group), joinPointer('/contexts', context), context));
  }
  return entries;
}

/** An entry without words has no translation yet. */
export function isTranslated({ forms }: CatalogueEntry): boolean {
  return Object.values(forms).some((form) => !isBlank(form));
}

/** The message that a plan has for an entry. */
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
