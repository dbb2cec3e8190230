import type { Problem } from '../../plan/problem.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import type { WorldDocument, World } from '../world.ts';

type Messages = { readonly [language: string]: { readonly [source: string]: string } };

/** The translations of some texts, by language; languages without any are there, empty. */
export function messagesFor(world: World, texts: ReadonlySet<string>): Messages {
  const messages: { [language: string]: { [source: string]: string } } = {};
  for (const catalogue of world.catalogues) {
    const entries: { [source: string]: string } = {};
    for (const [source, translation] of Object.entries(entriesOf(catalogue))) {
      if (texts.has(source) && typeof translation === 'string') entries[source] = translation;
    }
    messages[catalogue.name] = entries;
  }
  return messages;
}

function entriesOf(catalogue: WorldDocument): Json {
  const messages = catalogue.value?.['messages'];
  return isJson(messages) ? messages : {};
}

/**
 * Checks catalogues against the texts of the project.
 *
 * @param shown Every text that definitions or the engine show; undefined where errors hide some.
 */
export function checkCatalogues(world: World, shown: ReadonlySet<string> | undefined): Problem[] {
  return world.catalogues.flatMap((catalogue) => checkCatalogue(world, catalogue, shown));
}

function checkCatalogue(
  world: World,
  catalogue: WorldDocument,
  shown: ReadonlySet<string> | undefined,
): Problem[] {
  const { document, value } = catalogue;
  if (document === undefined || value === undefined) return [];
  const problems: Problem[] = [];
  const { language } = value;
  const languages = world.app?.languages ?? [];
  if (
    typeof language === 'string' &&
    world.app?.value !== undefined &&
    (language === 'source' || !languages.includes(language))
  ) {
    const help = didYouMean(language, languages);
    const message =
      language === 'source'
        ? 'The language "source" is what definitions say themselves; it has no catalogue.'
        : `app.json does not list the language "${language}".`;
    problems.push(problemAt(document.place('/language'), 'messages/language', message, help));
  }
  for (const [source, translation] of Object.entries(entriesOf(catalogue))) {
    const pointer = joinPointer('/messages', source);
    if (shown !== undefined && !shown.has(source)) {
      problems.push(
        problemAt(
          document.place(pointer, 'key'),
          'messages/unused',
          'No screen shows this text.',
          didYouMean(source, shown),
        ),
      );
      continue;
    }
    if (typeof translation !== 'string') continue;
    const difference = comparePlaceholders(source, translation);
    if (difference !== undefined) {
      problems.push(problemAt(document.place(pointer), 'messages/placeholder', difference));
    }
  }
  return problems;
}

function comparePlaceholders(source: string, translation: string): string | undefined {
  const placeholders = (text: string): Set<string> => new Set(text.match(/\{\w+\}/g) ?? []);
  const wanted = placeholders(source);
  const given = placeholders(translation);
  const missing = [...wanted].filter((name) => !given.has(name));
  if (missing.length > 0) return `The translation lacks ${missing.join(', ')}.`;
  const strange = [...given].filter((name) => !wanted.has(name));
  return strange.length > 0 ? `The text has no ${strange.join(', ')}.` : undefined;
}
