import { isJson } from '#renderer/grammar/json.ts';
import { messageKey } from '#renderer/grammar/expression/message-key.ts';
import { isTranslated, type ShownMessage } from '#renderer/grammar/messages.ts';
import { messageId } from '#renderer/plan/message.ts';
import { PSEUDO_LANGUAGE } from '#src/shared/pseudo-language.ts';
import { canBeEdited, documentOf, nodeOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { Edit } from '../model/edit.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { type Filled, filledOf, groupsOf } from '../properties/definition.ts';
import { catalogueOf, readTranslations, sayIn, type TextCell } from '../texts/rows.ts';
import { readPlainText, type PlainText } from './plain-text.ts';

/** A text of a node that is rendered unchanged, so that it can be edited inline. */
export interface WordsOfNode {
  /** The node of the text. */
  readonly place: Selection;
  readonly property: Filled;
  /** The language whose catalogue contains the text; absent: the node contains it. */
  readonly language?: string;
  /** The text in the node. */
  readonly source: string;
  /** Separates it from equal texts elsewhere. */
  readonly context?: string;
  /** The rendered text. */
  readonly drawn: string;
}

/** The language of the preview, with its messages. */
export interface Spoken {
  readonly language: string;
  /** Messages of the plan by `messageId`. */
  readonly said: { readonly [id: string]: unknown };
}

/**
 * Literal texts of a node without templates, in the order of its properties. In a language other than the default
 * one, a text belongs to the catalogue if the catalogue translates it or should translate it.
 */
export function wordsOf(view: WorkspaceView, place: Selection, spoken: Spoken): readonly WordsOfNode[] {
  const node = nodeOf(view, place);
  const { language } = spoken;
  if (node === undefined || language === PSEUDO_LANGUAGE || !canBeEdited(view, place.file)) return [];
  const texts = groupsOf(filledOf(node.kind, node.type))
    .flatMap(({ properties }) => properties)
    .filter(({ shape, way }) => shape.slot === 'text' && way === 'box');
  return texts.flatMap((property) => wordsAt(view, place, property, node.values[property.name], spoken));
}

const TITLE: Filled = {
  ...{ name: 'title', title: 'Title', help: '', way: 'box', field: '', state: '' },
  shape: { slot: 'text', required: true },
};

/** The title of a screen, if it is a literal without templates. */
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
  const saying = readPlainText(value);
  if (saying === undefined || saying.source.trim() === '') return [];
  const { source, context } = saying;
  const key = messageKey(source);
  // An escaped `$${` is rendered differently.
  if (key === undefined || key.names.length > 0 || key.key !== source) return [];
  const words = said[messageId(source, context)] ?? source;
  // The rendered text does not show which plural form it is.
  if (typeof words !== 'string') return [];
  if (language !== 'source' && cellOf(view.texts, saying, language).closed !== undefined) return [];
  const own = { place, property, ...saying, drawn: words };
  return [isOfCatalogue(view, saying, language) ? { ...own, language } : own];
}

function isOfCatalogue(view: WorkspaceView, saying: PlainText, language: string): boolean {
  if (language === 'source') return false;
  const { isPartial, entry } = cellOf(view.texts, saying, language);
  if (entry !== undefined && isTranslated(entry)) return true;
  return !isPartial && language !== view.good?.app?.languages.default;
}

function cellOf(texts: WorkspaceView['texts'], { source, context }: PlainText, language: string) {
  const [read] = readTranslations(texts, [language]);
  const id = messageId(source, context);
  const [entry, closed] = [read?.entries.get(id), read?.closed(id)];
  const cell: TextCell = {
    ...{ language, isMissing: false, isTooLong: false },
    ...(closed ? { closed } : entry && { entry }),
  };
  return { ...cell, isPartial: read?.isPartial === true };
}

/** The draft's current text; empty if it was deleted. */
export function readWords(view: WorkspaceView, words: WordsOfNode): string {
  const { place, property, language } = words;
  if (language !== undefined) return cellOf(view.texts, words, language).entry?.forms['other'] ?? '';
  return readPlainText(valueOf(view, place, property))?.source ?? '';
}

/** Writes a translation, as the table of texts does. */
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
