import type { OutdatedTexts } from './outdated-texts.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { messageKey } from '#renderer/grammar/expression/message-key.ts';
import { messageId } from '#renderer/plan/message.ts';
import {
  type CatalogueEntry,
  isTranslated,
  type MessageUse,
  type Outdated,
  outdatedOf,
  readCatalogue,
  translatorOf,
  type ShownMessage,
} from '#renderer/grammar/messages.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { whereIs } from '../comments/where.ts';
import type { Past } from './past.ts';
import { catalogueOf, type Translations } from './rows.ts';

export interface Texts {
  readonly messages: readonly ShownMessage[];
  readonly translations: readonly Translations[];
  /** The default language. */
  readonly standard: string;
  /** Current documents by path. */
  readonly documents: ReadonlyMap<string, Pick<SourceFile, 'text'>>;
  readonly past: Past;
}

/**
 * Finds translations of an earlier wording, from the history of the documents.
 *
 * A text that was changed in its definition has a new id and no translation. The translation of an earlier text at the
 * same location is offered. A text that was changed only in the catalogue of the default language keeps its id: its
 * translation is outdated if it is older than that change, unless a person has marked it as right.
 */
export async function findOutdated(texts: Texts): Promise<OutdatedTexts> {
  const found = new Map<string, ReadonlyMap<string, Outdated>>();
  for (const translations of texts.translations) {
    if (translations.language === texts.standard || translations.entries.size === 0) continue;
    const others = await findOtherwise(texts, translations);
    for (const [id, outdated] of await findMoved(texts, translations)) others.set(id, outdated);
    found.set(translations.language, others);
  }
  return found;
}

/** Texts without a translation whose earlier wording had one. */
async function findMoved(
  { messages, documents, past }: Texts,
  { entries }: Translations,
): Promise<Map<string, Outdated>> {
  const moved = new Map<string, Outdated>();
  const isSaid = (entry: CatalogueEntry | undefined): entry is CatalogueEntry =>
    entry !== undefined && isTranslated(entry);
  for (const { id, source, context, uses } of messages) {
    if (isSaid(entries.get(id))) continue;
    for (const use of uses) {
      if (moved.has(id)) break;
      for await (const text of wordsBefore(use)) {
        const key = messageKey(text)?.key;
        const earlier =
          key === undefined || key === source ? undefined : entries.get(messageId(key, context));
        if (!isSaid(earlier)) continue;
        moved.set(id, { writtenFor: earlier.source, earlier });
        break;
      }
    }
  }
  return moved;

  /** Earlier texts at the location of a text, newest first. */
  async function* wordsBefore({ file, pointer }: MessageUse): AsyncGenerator<string> {
    let place: string | undefined = pointer;
    let young = valueOf(documents.get(file)?.text ?? '', file);
    for await (const { text } of past.before(file)) {
      const old = valueOf(text, file);
      place = whereIs(place, young, old);
      const words: unknown = place === undefined ? undefined : valueAt(old, place);
      if (place === undefined || typeof words !== 'string') return;
      yield words;
      young = old;
    }
  }
}

/** Cache of parsed documents by their text. */
const values = new Map<string, unknown>();

function valueOf(text: string, path: string): unknown {
  const known = values.get(text) ?? parseDocument(text, path).document?.value;
  values.set(text, known);
  return known;
}

/** Translations that are older than the default language's current text. */
async function findOtherwise(
  { messages, translations, standard, past }: Texts,
  { language, entries }: Translations,
): Promise<Map<string, Outdated>> {
  const outdated = new Map<string, Outdated>();
  const now = translations.find((one) => one.language === standard)?.entries ?? new Map<string, never>();
  const said = translatorOf(now.values());
  const sayings = [{ at: Number.POSITIVE_INFINITY, said }];
  for await (const { at, ids } of versionsOf(standard))
    sayings.push({ at, said: translatorOf(ids.values()) });
  let open = messages.flatMap((message) => {
    const entry = entries.get(message.id);
    if (entry === undefined || !isTranslated(entry)) return [];
    const known = outdatedOf(entry, said(message));
    if (known !== undefined) outdated.set(message.id, known);
    const isOther = sayings.some((one) => one.said(message) !== said(message));
    return entry.writtenFor === undefined && isOther ? [{ message, entry }] : [];
  });
  if (open.length === 0) return outdated;
  const written = new Map(open.map(({ message }) => [message, Number.POSITIVE_INFINITY]));
  for await (const { at, ids } of versionsOf(language)) {
    open = open.filter(({ message, entry }) => isSame(ids.get(message.id), entry));
    for (const { message } of open) written.set(message, at);
    if (open.length === 0) break;
  }
  for (const [message, time] of written) {
    const then = sayings.find(({ at }) => at <= time)?.said(message) ?? message.source;
    if (then !== said(message)) outdated.set(message.id, { writtenFor: then });
  }
  return outdated;

  async function* versionsOf(
    one: string,
  ): AsyncGenerator<{ at: number; ids: ReadonlyMap<string, CatalogueEntry> }> {
    const path = catalogueOf(one);
    for await (const { at, text } of past.before(path)) {
      const read = readCatalogue({ path, text });
      yield { at, ids: new Map(read?.entries.map((entry) => [entry.id, entry])) };
    }
  }
}

/** Whether two entries have the same content; their order in the file does not count. */
function isSame(one: CatalogueEntry | undefined, other: CatalogueEntry): boolean {
  const say = ({ forms, plural, isDraft }: CatalogueEntry) => JSON.stringify([forms, plural, isDraft]);
  return one !== undefined && say(one) === say(other);
}
