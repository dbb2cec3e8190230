import { type CatalogueEntry, wordsOf as wordsOfEntry } from '#renderer/grammar/messages.ts';
import { editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { writtenOf } from '#renderer/grammar/translation-table.ts';
import { messageId } from '#renderer/plan/message.ts';
import { setMember } from '../model/edits.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { catalogueOf, readTranslations } from '../texts/rows.ts';
import { writePlainText } from './plain-text.ts';
import type { WordsOfNode } from './words.ts';

/** Screens that show this translation, in order. */
export function screensSaying(
  { good }: WorkspaceView,
  { language = '', source, context }: WordsOfNode,
): readonly string[] {
  const id = messageId(source, context);
  return Object.entries(good?.screens ?? {}).flatMap(([screen, { plan }]) =>
    plan.messages[language]?.[id] === undefined ? [] : [screen],
  );
}

/** Maximum length of a context. */
const LONGEST_CONTEXT = 60;

/**
 * Separates a text from equal texts elsewhere by a context. All its translations are copied. Unpublished changes of its
 * translation move to the copy; the shared translation is reset to its live value.
 *
 * @param live - The live catalogue of the language; undefined if it is not published.
 * @returns texts by path.
 */
export function keepApart(
  view: WorkspaceView,
  screen: string,
  { place, property, source, language = '' }: WordsOfNode,
  live: string | undefined,
): { readonly [path: string]: string } {
  const context = contextOn(screen);
  const id = messageId(source);
  const { file, pointer } = place;
  const text = view.texts.get(file) ?? '';
  const value = writePlainText({ source, context });
  const changes = { [file]: setMember({ path: file, text }, pointer, property.name, value).text };
  const languages = view.good?.app?.languages.list ?? [];
  for (const { language: one, entries } of readTranslations(view.texts, languages)) {
    const entry = entries.get(id);
    if (entry === undefined) continue;
    const path = catalogueOf(one);
    const edits = [{ source, context, written: writtenAs(entry) }];
    const before = one === language && live !== undefined ? readOne(one, live, id) : entry;
    const isSame = before !== undefined && wordsOfEntry(before) === wordsOfEntry(entry);
    const back = isSame ? [] : [{ source, written: before && writtenAs(before) }];
    changes[path] = editCatalogue(view.texts.get(path) ?? emptyCatalogue(one), [...edits, ...back]);
  }
  return changes;
}

/** The context of a text that is kept apart on one screen. */
export function contextOn(screen: string): string {
  return `on ${screen}`.slice(0, LONGEST_CONTEXT);
}

/** The way back of `keepApart`. */
export interface Rejoined {
  readonly changes: { readonly [path: string]: string };
  /** The words of its own that are lost, by language. */
  readonly lost: readonly { readonly language: string; readonly own: string; readonly shared: string }[];
}

/** Gives a text that is kept apart on a screen the translations of the equal texts again. */
export function rejoin(
  view: WorkspaceView,
  screen: string,
  { place, property, source }: Pick<WordsOfNode, 'place' | 'property' | 'source'>,
): Rejoined {
  const { file, pointer } = place;
  const context = contextOn(screen);
  const text = view.texts.get(file) ?? '';
  const changes = { [file]: setMember({ path: file, text }, pointer, property.name, source).text };
  const lost: { language: string; own: string; shared: string }[] = [];
  const languages = view.good?.app?.languages.list ?? [];
  for (const { language, entries } of readTranslations(view.texts, languages)) {
    const own = entries.get(messageId(source, context));
    if (own === undefined) continue;
    const shared = entries.get(messageId(source));
    const said = [own, shared].map((entry) => (entry === undefined ? source : wordsOfEntry(entry)));
    const [mine = '', others = ''] = said;
    if (mine !== others) lost.push({ language, own: mine, shared: others });
    const path = catalogueOf(language);
    const before = view.texts.get(path) ?? emptyCatalogue(language);
    changes[path] = editCatalogue(before, [{ source, context, written: undefined }]);
  }
  return { changes, lost };
}

function readOne(language: string, text: string, id: string): CatalogueEntry | undefined {
  const [read] = readTranslations(new Map([[catalogueOf(language), text]]), [language]);
  return read?.entries.get(id);
}

function writtenAs({ forms, isDraft, plural, writtenFor }: CatalogueEntry) {
  return writtenOf({
    ...{ forms, isDraft },
    ...(plural !== undefined && { plural }),
    ...(writtenFor !== undefined && { writtenFor }),
  });
}
