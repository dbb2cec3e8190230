import { isJson } from '#renderer/grammar/json.ts';
import { messageKey } from '#renderer/grammar/expression/message-key.ts';
import { isTranslated, type ShownMessage } from '#renderer/grammar/messages.ts';
import { messageId } from '#renderer/plan/message.ts';
import { PSEUDO_LANGUAGE } from '#src/shared/pseudo-language.ts';
import { canBeEdited, documentOf, nodeOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { Edit, WorkspaceView } from '../model/workspace.ts';
import { type Filled, groupsOf } from '../properties/definition.ts';
import { catalogueOf, readTranslations, sayIn, type TextCell } from '../texts/rows.ts';
import { readSaying, type Saying } from './saying.ts';

/** A text of a node that is drawn as it is written, so that it can be written where it is drawn. */
export interface WordsOfNode {
  /** The node that says it. */
  readonly place: Selection;
  readonly property: Filled;
  /** The language whose catalogue says it; absent: the node itself does. */
  readonly language?: string;
  /** What the node says. */
  readonly source: string;
  /** Keeps it apart from equal texts elsewhere. */
  readonly context?: string;
  /** What is drawn. */
  readonly drawn: string;
}

/** The language that a screen is shown in, and what it says in it. */
export interface Spoken {
  readonly language: string;
  /** Of the plan: words by `messageId`. */
  readonly said: { readonly [id: string]: unknown };
}

/**
 * The texts of a node that are no expressions and name no values, in the order of its properties. What a language says
 * otherwise is its catalogue's, and so is what it does not say yet and should.
 */
export function wordsOf(view: WorkspaceView, place: Selection, spoken: Spoken): readonly WordsOfNode[] {
  const node = nodeOf(view, place);
  const { language } = spoken;
  if (node === undefined || language === PSEUDO_LANGUAGE || !canBeEdited(view, place.file)) return [];
  const texts = groupsOf(node.kind, node.type)
    .flatMap(({ properties }) => properties)
    .filter(({ shape, way }) => shape.slot === 'text' && way === 'box');
  return texts.flatMap((property) => wordsAt(view, place, property, node.values[property.name], spoken));
}

const TITLE: Filled = {
  ...{ name: 'title', title: 'Title', help: '', way: 'box', field: '', state: '' },
  shape: { slot: 'text', required: true },
};

/** The title of a screen, where it is no expression and names no values. */
export function wordsOfTitle(view: WorkspaceView, screen: string, spoken: Spoken): readonly WordsOfNode[] {
  const file = `screens/${screen}.screen.json`;
  if (spoken.language === PSEUDO_LANGUAGE || !canBeEdited(view, file)) return [];
  const place = { file, pointer: '' };
  return wordsAt(view, place, TITLE, valueOf(view, place, TITLE), spoken);
}

function valueOf(view: WorkspaceView, place: Selection, { name }: Filled): unknown {
  const document = place.pointer === '' ? documentOf(view, place.file) : undefined;
  return isJson(document) ? document[name] : nodeOf(view, place)?.values[name];
}

function wordsAt(
  view: WorkspaceView,
  place: Selection,
  property: Filled,
  value: unknown,
  { language, said }: Spoken,
): readonly WordsOfNode[] {
  const saying = readSaying(value);
  if (saying === undefined || saying.source.trim() === '') return [];
  const { source, context } = saying;
  const key = messageKey(source);
  // A `$${` is not drawn as it is written.
  if (key === undefined || key.names.length > 0 || key.key !== source) return [];
  const words = said[messageId(source, context)] ?? source;
  // Of forms for a number nobody sees which one is meant.
  if (typeof words !== 'string') return [];
  if (language !== 'source' && cellOf(view.texts, saying, language).closed !== undefined) return [];
  const own = { place, property, ...saying, drawn: words };
  return [isOfCatalogue(view, saying, language) ? { ...own, language } : own];
}

function isOfCatalogue(view: WorkspaceView, saying: Saying, language: string): boolean {
  if (language === 'source') return false;
  const { isPartial, entry } = cellOf(view.texts, saying, language);
  if (entry !== undefined && isTranslated(entry)) return true;
  return !isPartial && language !== view.good?.app?.languages.default;
}

function cellOf(texts: WorkspaceView['texts'], { source, context }: Saying, language: string) {
  const [read] = readTranslations(texts, [language]);
  const id = messageId(source, context);
  const [entry, closed] = [read?.entries.get(id), read?.closed(id)];
  const cell: TextCell = {
    ...{ language, isMissing: false, isTooLong: false },
    ...(closed ? { closed } : entry && { entry }),
  };
  return { ...cell, isPartial: read?.isPartial === true };
}

/** What the draft says now: empty where it was taken away, and an expression where one is being written. */
export function readWords(view: WorkspaceView, words: WordsOfNode): string {
  const { place, property, language } = words;
  if (language !== undefined) return cellOf(view.texts, words, language).entry?.forms['other'] ?? '';
  return readSaying(valueOf(view, place, property))?.source ?? '';
}

/** Says a text otherwise in its language, as the table of texts does. */
export function translate(
  texts: WorkspaceView['texts'],
  { source, context, language = '' }: WordsOfNode,
  text: string,
): Edit {
  const message: ShownMessage = {
    ...{ id: messageId(source, context), source, uses: [] },
    ...(context !== undefined && { context }),
  };
  return sayIn(texts.get(catalogueOf(language)), message, cellOf(texts, message, language), {
    category: 'other',
    text,
  });
}
