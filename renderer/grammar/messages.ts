import { messageId, sourceOf } from '../plan/message.ts';
import type { Problem } from '../plan/problem.ts';
import { type CatalogueEntry, entriesOf, isTranslated } from './compile/catalogue.ts';
import { messagesFor } from './compile/messages.ts';
import { visitOperations } from './compile/plan-expression.ts';
import { messageKey } from './expression/message-key.ts';
import { isJson } from './json.ts';
import { type ParsedDocument, parseDocument } from './parse.ts';
import { joinPointer, textsIn, valueAt } from './pointer.ts';
import { analyzeProject } from './project.ts';
import type { Reading, SourceFile, World } from './world.ts';

export type { CatalogueEntry } from './compile/catalogue.ts';
export { isTranslated } from './compile/catalogue.ts';
export { faultsOf } from './compile/messages.ts';

/** A text that the visitor may see, as translators know it. */
export interface ShownMessage {
  /** Unique: its source, and its context if it has one. */
  readonly id: string;
  /** With `{name}` for each placeholder. */
  readonly source: string;
  readonly context?: string;
  /** The locations in definitions that use it; empty for texts of the engine. */
  readonly uses: readonly MessageUse[];
}

export interface MessageUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
}

/** One language of the application except `source`. */
export interface LanguageMessages {
  readonly language: string;
  /** The catalogue; undefined if there is none yet. */
  readonly file: string | undefined;
  /** The catalogue has only texts that differ from those of its fallback language, so none is missing. */
  readonly isPartial: boolean;
  readonly entries: readonly CatalogueEntry[];
  readonly missing: readonly ShownMessage[];
  /** Entries of texts that are no longer used. */
  readonly stale: readonly CatalogueEntry[];
  /** The text shown if the catalogue has no translation, from the fallback languages. */
  fallback(message: ShownMessage): string;
}

export interface ProjectMessages {
  readonly messages: readonly ShownMessage[];
  readonly languages: readonly LanguageMessages[];
  /** The text in the application's default language; plural forms are joined by " / ". */
  said(message: Pick<ShownMessage, 'id' | 'source'>): string;
}

/** A translation of an earlier text of the default language. */
export interface Outdated {
  /** The earlier text. */
  readonly writtenFor: string;
  /** The translation of the earlier text, if the project no longer uses that text. */
  readonly earlier?: CatalogueEntry;
}

/**
 * Whether a translation was confirmed for a text other than the current one. Undefined also if the translation needs no
 * confirmation.
 */
export function outdatedOf(entry: CatalogueEntry | undefined, said: string): Outdated | undefined {
  const writtenFor = entry?.writtenFor;
  return writtenFor === undefined || writtenFor === said ? undefined : { writtenFor };
}

/** The forms of an entry as one line. */
export function wordsOf({ forms }: Pick<CatalogueEntry, 'forms'>): string {
  return Object.values(forms).join(' / ');
}

/**
 * Reads all texts of a project and their translations.
 *
 * @returns The errors, if there are any: then some texts are unknown, and stale entries cannot be determined.
 */
export function readMessages(files: readonly SourceFile[]): ProjectMessages | { errors: readonly Problem[] } {
  const readings: Reading[] = [];
  const { shown, world, problems } = analyzeProject(files, readings);
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
  const said = translatorOf(world.catalogues.filter(({ name }) => name === standard).flatMap(entriesOf));
  return { messages, languages, said };
}

/**
 * Returns a function from a text to its translation.
 *
 * @param entries - Entries of a catalogue.
 */
export function translatorOf(entries: Iterable<CatalogueEntry>): ProjectMessages['said'] {
  const own = new Map([...entries].filter(isTranslated).map((entry) => [entry.id, wordsOf(entry)]));
  return ({ id, source }) => own.get(id) ?? source;
}

/** A catalogue as written, even if its project has errors. */
export interface Catalogue {
  readonly isPartial: boolean;
  readonly entries: readonly CatalogueEntry[];
}

/**
 * @returns Undefined if the file does not parse.
 */
export function readCatalogue({ path, text }: SourceFile): Catalogue | undefined {
  const value = parseDocument(text, path).document?.value;
  return isJson(value) ? { isPartial: value['partial'] === true, entries: entriesOf({ value }) } : undefined;
}

/** Texts outside expressions: `effect.lost` of contracts, configuration and help. */
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

/** All texts in the order of their sources, each with its locations. */
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
