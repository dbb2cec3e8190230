import { messageId, sourceOf } from '../plan/message.ts';
import type { Problem } from '../plan/problem.ts';
import { type CatalogueEntry, entriesOf, isTranslated } from './elaborate/catalogue.ts';
import { messagesFor } from './elaborate/messages.ts';
import { visitOperations } from './elaborate/plan-expression.ts';
import { messageKey } from './expression/message-key.ts';
import { isJson } from './json.ts';
import { type ParsedDocument, parseDocument } from './parse.ts';
import { joinPointer, textsIn, valueAt } from './pointer.ts';
import { elaborateProject } from './project.ts';
import type { Reading, SourceFile, World } from './world.ts';

export type { CatalogueEntry } from './elaborate/catalogue.ts';
export { isTranslated } from './elaborate/catalogue.ts';
export { faultsOf } from './elaborate/messages.ts';

/** A text that people may see, as translators know it. */
export interface ShownMessage {
  /** What tells it from every other: its source, and its context where it has one. */
  readonly id: string;
  /** With `{name}` for each placeholder. */
  readonly source: string;
  readonly context?: string;
  /** Where definitions say it; none for words of the engine. */
  readonly uses: readonly MessageUse[];
}

export interface MessageUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
}

/** One language of the application but `source`. */
export interface LanguageMessages {
  readonly language: string;
  /** The catalogue; undefined where there is none yet. */
  readonly file: string | undefined;
  /** It says only what differs: nothing is missing in it. */
  readonly isPartial: boolean;
  readonly entries: readonly CatalogueEntry[];
  readonly missing: readonly ShownMessage[];
  /** Entries of texts that nobody shows any more. */
  readonly stale: readonly CatalogueEntry[];
  /** What is shown instead of a text that the catalogue lacks: from the languages that it falls back to. */
  fallback(message: ShownMessage): string;
}

export interface ProjectMessages {
  readonly messages: readonly ShownMessage[];
  readonly languages: readonly LanguageMessages[];
  /** What the application's default language says; plural forms stand beside each other. */
  said(message: Pick<ShownMessage, 'id' | 'source'>): string;
}

/** A translation that was written for other words of the default language than it says now. */
export interface Outdated {
  /** Those other words. */
  readonly writtenFor: string;
  /** The translation, where it stands under those words and nobody sees it. */
  readonly earlier?: CatalogueEntry;
}

/** Whether a translation was found right for other words than are said now; undefined too where nobody had to say so. */
export function outdatedOf(entry: CatalogueEntry | undefined, said: string): Outdated | undefined {
  const writtenFor = entry?.writtenFor;
  return writtenFor === undefined || writtenFor === said ? undefined : { writtenFor };
}

/** What an entry says, as one line. */
export function wordsOf({ forms }: Pick<CatalogueEntry, 'forms'>): string {
  return Object.values(forms).join(' / ');
}

/**
 * Every text of a project and what its catalogues have of them.
 *
 * @returns The errors where there are any: texts behind them are not known, and nothing could be called stale.
 */
export function readMessages(files: readonly SourceFile[]): ProjectMessages | { errors: readonly Problem[] } {
  const readings: Reading[] = [];
  const { shown, world, problems } = elaborateProject(files, readings);
  if (shown === undefined) return { errors: problems.filter(({ severity }) => severity === 'error') };
  const messages = collect(shown, readings, usesBesideReadings(world));
  const translated = messagesFor(world, shown);
  const languages = (world.app?.languages ?? [])
    .filter((language) => language !== 'source')
    .map((language): LanguageMessages => {
      const catalogue = world.catalogues.find(({ name }) => name === language);
      const entries = catalogue === undefined ? [] : entriesOf(catalogue);
      const own = new Set(entries.filter(isTranslated).map(({ id }) => id));
      const isPartial = catalogue?.value?.['partial'] === true;
      return {
        language,
        file: catalogue?.file,
        isPartial,
        entries,
        missing: isPartial ? [] : messages.filter(({ id }) => !own.has(id)),
        stale: entries.filter(({ id }) => !shown.has(id)),
        fallback({ id, source }) {
          for (const next of world.app?.fallbacks.get(language) ?? []) {
            const message = translated[next]?.[id];
            if (message !== undefined)
              return typeof message === 'string' ? message : (message.forms['other'] ?? '');
          }
          return source;
        },
      };
    });
  const first = world.app?.value?.['languages'];
  const standard = isJson(first) ? first['default'] : undefined;
  const said = sayingOf(world.catalogues.filter(({ name }) => name === standard).flatMap(entriesOf));
  return { messages, languages, said };
}

/** What a language says of texts. @param entries - Of its catalogue. */
export function sayingOf(entries: Iterable<CatalogueEntry>): ProjectMessages['said'] {
  const own = new Map([...entries].filter(isTranslated).map((entry) => [entry.id, wordsOf(entry)]));
  return ({ id, source }) => own.get(id) ?? source;
}

/** A catalogue as it is written, whatever else is the matter with its project. */
export interface Catalogue {
  readonly isPartial: boolean;
  readonly entries: readonly CatalogueEntry[];
}

/** @returns undefined where the file does not parse. */
export function readCatalogue({ path, text }: SourceFile): Catalogue | undefined {
  const value = parseDocument(text, path).document?.value;
  return isJson(value) ? { isPartial: value['partial'] === true, entries: entriesOf({ value }) } : undefined;
}

/** Texts that are no expressions: what contracts say of a lost answer, and those of the configuration and of help. */
function usesBesideReadings({ app, contracts }: World): (readonly [id: string, use: MessageUse])[] {
  const found: (readonly [string, MessageUse])[] = [];
  const add = (document: ParsedDocument, pointer: string): void => {
    const text = valueAt(document.value, pointer);
    if (typeof text !== 'string') return;
    const { file, line, column } = document.place(pointer);
    found.push([text, { file, line, column, pointer }]);
  };
  for (const name of contracts.names()) {
    const document = contracts.get(name)?.document;
    if (document !== undefined) add(document, '/effect/lost');
  }
  if (app?.document === undefined) return found;
  add(app.document, '/help/text');
  for (const [group, values] of app.config) {
    for (const [name, { raw }] of values) {
      if (raw['text'] === true)
        add(app.document, `${joinPointer(joinPointer('/config', group), name)}/default`);
    }
  }
  return found;
}

/** In the order of their sources, each with the places that say it. */
function collect(
  shown: ReadonlySet<string>,
  readings: readonly Reading[],
  beside: readonly (readonly [id: string, use: MessageUse])[],
): ShownMessage[] {
  const uses = new Map<string, Map<string, MessageUse>>();
  for (const [id, use] of beside) {
    const known = uses.get(id) ?? new Map<string, MessageUse>();
    uses.set(id, known.set(`${use.file}#${use.pointer}`, use));
  }
  for (const { document, pointer, raw, typed } of readings) {
    if (typed === undefined) continue;
    const texts = [...textsIn(raw, pointer)];
    visitOperations(typed.lowered, (operation) => {
      if (operation[0] !== 'text') return;
      const [, source, , context] = operation;
      const id = messageId(source, context);
      for (const [at, text] of texts) {
        if (messageKey(text)?.key !== source) continue;
        const { file, line, column } = document.place(at);
        const known = uses.get(id) ?? new Map<string, MessageUse>();
        uses.set(id, known.set(`${file}#${at}`, { file, line, column, pointer: at }));
      }
    });
  }
  return [...shown].sort().map((id) => {
    const source = sourceOf(id);
    const context = id === source ? undefined : id.slice(0, -source.length - 1);
    const of = [...(uses.get(id)?.values() ?? [])];
    return { id, source, ...(context === undefined ? {} : { context }), uses: of };
  });
}
