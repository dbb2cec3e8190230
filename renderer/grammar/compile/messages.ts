import type { Message, Messages } from '../../plan/expression.ts';
import type { Problem } from '../../plan/problem.ts';
import { sourceOf } from '../../plan/message.ts';
import { linksOf } from '../../plan/sentence.ts';
import type { ProblemCode } from '../codes.ts';
import { isBlank } from '../../plan/blank.ts';
import { didYouMean } from '../nearest.ts';
import type { ParsedDocument } from '../parse.ts';
import type { Place } from '../places.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import type { WorldDocument, World } from '../world.ts';
import { type CatalogueEntry, entriesOf, isTranslated, messageOf } from './catalogue.ts';
import { findForeignWords, mayBeForeign } from './foreign-words.ts';

/**
 * The translations of texts, by language. Each comes from the first catalogue in the language's fallback
 * chain that has it. Languages with a catalogue or a chain are included even if they have no translation.
 *
 * @param ids Ids of texts.
 */
export function messagesFor(world: World, ids: ReadonlySet<string>): Messages {
  const languages = new Set([...world.catalogues.map(({ name }) => name), ...fallbacksOf(world).keys()]);
  return Object.fromEntries(
    [...languages].map((language) => [language, messagesIn(world, language, ids)] as const),
  );
}

/** The translations of texts in one language. */
export function messagesIn(
  world: World,
  language: string,
  ids: ReadonlySet<string>,
): { readonly [id: string]: Message } {
  const found: { [id: string]: Message } = {};
  // Catalogues at the beginning of the chain overwrite those at its end.
  for (const catalogue of chainOf(world, language).reverse()) {
    for (const entry of entriesOf(catalogue)) {
      if (ids.has(entry.id) && isTranslated(entry)) found[entry.id] = messageOf(entry, catalogue.name);
    }
  }
  return found;
}

function fallbacksOf(world: World): ReadonlyMap<string, readonly string[]> {
  return world.app?.fallbacks ?? new Map<string, readonly string[]>();
}

/** The catalogues in which a text is looked up, the language's own first. */
function chainOf(world: World, language: string): WorldDocument[] {
  const chain = [language, ...(fallbacksOf(world).get(language) ?? [])];
  return chain.flatMap((name) => world.catalogues.filter((catalogue) => catalogue.name === name));
}

/**
 * Checks catalogues against the texts of the project.
 *
 * @param shown Ids of all texts that definitions and the engine show; undefined if errors hide some.
 */
export function checkCatalogues(world: World, shown: ReadonlySet<string> | undefined): Problem[] {
  const suspect = new Set([...(shown ?? [])].filter((id) => mayBeForeign(sourceOf(id))));
  return world.catalogues.flatMap((catalogue) => [
    ...checkLanguage(world, catalogue),
    ...checkEntries(catalogue, shown),
    ...checkUntranslated(world, catalogue, suspect),
  ]);
}

function checkLanguage(world: World, { document, value }: WorldDocument): Problem[] {
  const language = value?.['language'];
  const languages = world.app?.languages ?? [];
  if (document === undefined || typeof language !== 'string' || world.app?.value === undefined) return [];
  if (language !== 'source' && languages.includes(language)) return [];
  const help = didYouMean(language, languages);
  const message =
    language === 'source'
      ? 'The language "source" is the language of the definitions; it has no translation file.'
      : `app.json does not list the language "${language}".`;
  return [problemAt(document.place('/language'), 'messages/language', message, help)];
}

function checkEntries(catalogue: WorldDocument, shown: ReadonlySet<string> | undefined): Problem[] {
  const { document } = catalogue;
  if (document === undefined) return [];
  const problems = [...once(document, () => checkForms(document, catalogue))];
  for (const entry of entriesOf(catalogue)) {
    if (shown !== undefined && !shown.has(entry.id)) {
      const help = didYouMean(entry.source, [...shown].map(sourceOf));
      const place = document.place(entry.pointer, 'key');
      problems.push(problemAt(place, 'messages/unused', `No screen shows the text "${entry.source}".`, help));
      continue;
    }
    const own = once(entry, () => checkEntry(document, entry, catalogue.name));
    if (own.length > 0) problems.push(...own);
  }
  return problems;
}

/** Cached, because entries and documents are immutable and every edit of a screen checks them all. */
const checked = new WeakMap<CatalogueEntry | ParsedDocument, readonly Problem[]>();

function once(of: CatalogueEntry | ParsedDocument, check: () => readonly Problem[]): readonly Problem[] {
  const problems = checked.get(of) ?? check();
  checked.set(of, problems);
  return problems;
}

function checkEntry(document: ParsedDocument, entry: CatalogueEntry, language: string): readonly Problem[] {
  const place = (): Place => document.place(entry.pointer);
  const foreign = Object.values(entry.forms).flatMap((form) => {
    const other = findForeignWords(form, language);
    const message = `"${form}" looks like ${other}; the translation file is for ${language}.`;
    return other === undefined ? [] : [problemAt(place(), 'text/language', message)];
  });
  return [...faultsOf(entry).map(({ code, message }) => problemAt(place(), code, message)), ...foreign];
}

/** A translation is either a record with `text`, or one with `plural` and `forms`. */
function checkForms(document: ParsedDocument, { value }: WorldDocument): Problem[] {
  const contexts = Object.entries((value?.['contexts'] ?? {}) as object);
  const groups = [
    ['/messages', value?.['messages']] as const,
    ...contexts.map(([name, group]) => [joinPointer('/contexts', name), group as unknown] as const),
  ];
  return groups.flatMap(([pointer, group]) =>
    Object.entries((group ?? {}) as { readonly [source: string]: unknown }).flatMap(([source, written]) => {
      if (typeof written !== 'object' || written === null) return [];
      const has = (name: string): boolean => Object.hasOwn(written, name);
      if (has('text') ? !has('plural') && !has('forms') : has('plural') && has('forms')) return [];
      const place = document.place(joinPointer(pointer, source));
      const message = 'A translation has either "text", or "plural" with "forms".';
      return [problemAt(place, 'messages/plural', message)];
    }),
  );
}

/** The faults of one translation. A translation without words has none. */
export function faultsOf(
  entry: Pick<CatalogueEntry, 'source' | 'forms' | 'plural'>,
): readonly { readonly code: ProblemCode; readonly message: string }[] {
  const { source, forms, plural } = entry;
  const texts = Object.entries(forms);
  if (texts.every(([, form]) => isBlank(form))) return [];
  const hasLinks = linksOf(source).length > 0;
  const wanted = placeholdersOf(source, hasLinks);
  if (plural !== undefined && !wanted.has(`{${plural}}`)) {
    return [{ code: 'messages/plural', message: `The text has no {${plural}} to count by.` }];
  }
  const empty = texts.find(([, form]) => isBlank(form));
  if (empty !== undefined) {
    return [{ code: 'messages/plural', message: `The plural form "${empty[0]}" is empty.` }];
  }
  return texts.flatMap(([category, form]) => {
    const difference = comparePlaceholders(
      wanted,
      placeholdersOf(form, hasLinks),
      category === 'other' ? undefined : plural,
    );
    return difference === undefined ? [] : [{ code: 'messages/placeholder' as const, message: difference }];
  });
}

/** Placeholders, and links as `[…](name)`: both must be in each translation. In those of a text without links, brackets are words. */
function placeholdersOf(text: string, hasLinks: boolean): ReadonlySet<string> {
  const links = (hasLinks ? linksOf(text) : []).map((name) => `[…](${name})`);
  return new Set([...(text.match(/\{\w+\}/g) ?? []), ...links]);
}

/**
 * @param spelt A placeholder that may be missing: "1 day" needs no {days}.
 */
function comparePlaceholders(
  wanted: ReadonlySet<string>,
  given: ReadonlySet<string>,
  spelt: string | undefined,
): string | undefined {
  const missing = [...wanted].filter((name) => !given.has(name) && name !== `{${spelt ?? ''}}`);
  if (missing.length > 0) return `The translation lacks ${missing.join(', ')}.`;
  const strange = [...given].filter((name) => !wanted.has(name));
  return strange.length > 0 ? `The text has no ${strange.join(', ')}.` : undefined;
}

/** Reports texts without a translation that seem to be in another language. */
function checkUntranslated(
  world: World,
  catalogue: WorldDocument,
  suspect: ReadonlySet<string>,
): readonly Problem[] {
  const { document, name } = catalogue;
  if (suspect.size === 0 || document === undefined || catalogue.value?.['messages'] === undefined) return [];
  const translated = messagesIn(world, name, suspect);
  return [...suspect].flatMap((id) => {
    const foreign = Object.hasOwn(translated, id) ? undefined : findForeignWords(sourceOf(id), name);
    if (foreign === undefined) return [];
    const message = `"${sourceOf(id)}" looks like ${foreign} and has no translation here.`;
    return [problemAt(document.place('/messages', 'key'), 'text/language', message)];
  });
}
