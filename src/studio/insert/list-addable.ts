import { Component } from 'lucide-react';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { valueAt } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { titlesIn } from '../model/named-values.ts';
import { documentOf } from '../model/nodes.ts';
import { allItems, type OutlineItem, outlineOf } from '../model/outline.ts';
import { assetsOf } from '../model/version.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { wordsOf } from '../properties/describe.ts';
import { screenPath } from '../screens/all-screens.ts';
import { nameValue, readParts } from '../words/template-parts.ts';
import type { Addable } from './addable.ts';
import { lineOfWidget, orderOfWidget, PARTS } from './kinds.ts';
import { listKinds, writeNode } from './new-node.ts';
import { listParts, writePart } from './new-part.ts';

/**
 * Widgets and parts that can be added to a document. If it has a form, inputs are listed also for a pointer outside of
 * the form, with the reason why they cannot go there.
 *
 * @param isField - Whether to list only inputs, and parts with fields.
 */
export function listAddable(
  view: WorkspaceView,
  file: string,
  pointer: string,
  isField: boolean,
): readonly Addable[] {
  const document = documentOf(view, file);
  const picture = Object.keys(assetsOf(view.base))[0] ?? '';
  const here = listKinds(document, pointer).filter(({ isInput }) => isInput || !isField);
  const known = new Set(here.map(({ type }) => type));
  const form = [...allItems(outlineOf(file, document))].find(({ type }) => type === 'form');
  const elsewhere = form === undefined ? [] : listKinds(document, form.pointer);
  const kinds = [...here, ...elsewhere.filter(({ type, isInput }) => isInput && !known.has(type))]
    .sort((one, other) => orderOfWidget(one.type) - orderOfWidget(other.type))
    .map(
      ({ type }): Addable => ({
        ...{ ...lineOfWidget(type), key: `widget ${type}`, depth: 0 },
        ...(!known.has(type) && { why: 'Only inside a form.' }),
        write: () => writeNode(type, document, picture),
      }),
    );
  const parts = listParts(view.files, file, document, pointer)
    // Parts with fields are fields too.
    .filter((part) => !isField || part.document['form'] !== undefined)
    .map(
      (part): Addable => ({
        ...{ key: `part ${part.id}`, title: wordsOf(part.id), help: part.help, group: PARTS },
        ...{ icon: Component, words: 'component part', depth: 0 },
        write: () => writePart(part, view.files, file, document),
      }),
    );
  return [...kinds, ...parts];
}

/** The blocks of a screen: the nodes of its body and bar, including those inside of containers. */
export function listBlocks(view: WorkspaceView, screen: string): readonly Addable[] {
  const file = screenPath(screen);
  const document = documentOf(view, file);
  if (!isJson(document)) return [];
  const titles = titlesIn(view, file);
  const blockOf = (item: OutlineItem, depth: number): readonly Addable[] => {
    const node = valueAt(document, item.pointer);
    if (!item.isListed || !isJson(node)) return [];
    const { icon, title: kind } = lineOfWidget(item.type);
    const inside = item.children.filter(({ isListed }) => isListed);
    const block: Addable = {
      ...{ key: `block ${item.pointer}`, icon, depth, group: '' },
      title: sayBlock(item, titles) || kind,
      help: inside.length === 0 ? kind : `${kind}, ${inside.length} inside`,
      words: lineOfWidget(item.type).words,
      write: () => node,
    };
    const isContainer = shapes.widgets[item.type]?.properties['body']?.slot === 'nodes';
    return [block, ...(isContainer ? inside.flatMap((one) => blockOf(one, depth + 1)) : [])];
  };
  return outlineOf(file, document)
    .filter(({ type }) => type === 'body' || type === 'bar')
    .flatMap(({ children }) => children.flatMap((item) => blockOf(item, 0)));
}

/** A container without a title is named by the texts of its children: by this many. */
const MOST_NAMES = 2;

/** The words of a block, with the names of its values in brackets. */
function sayBlock({ type, name, children }: OutlineItem, titles: ValueTitles): string {
  if (name === '')
    return children
      .map((child) => sayBlock(child, titles))
      .filter(Boolean)
      .slice(0, MOST_NAMES)
      .join(', ');
  if (type === 'part') return wordsOf(name);
  const { words, values } = readParts(name) ?? { words: [name], values: [] };
  return words
    .flatMap((text, at) => [
      text,
      ...values.slice(at, at + 1).map((value) => `[${nameValue(value, titles)}]`),
    ])
    .join('');
}
