import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import { copyNode, moveNode, pasteNode, wrapNode, type Arranged } from '#src/studio/arrange/arrange.ts';
import { listKinds, placeFor, writeNode } from '#src/studio/insert/new-node.ts';
import { listParts, writePart } from '#src/studio/insert/new-part.ts';
import { insertItem, moveItem, removeItem, repeatItem } from '#src/studio/model/edits.ts';
import { makeOwn, makeShared } from '#src/studio/model/here-only.ts';
import { assetsOf } from '#src/studio/model/version.ts';
import type { OutlineItem } from '#src/studio/model/outline.ts';
import { addStep, setPicture, stepsOf, takePicture } from '#src/studio/steps/steps.ts';
import type { Command, Desk, Made } from './desk.ts';

/* Commands for whole nodes: in the outline, in the phone and from the palette. */

const isListed = ({ isListed: is }: OutlineItem): boolean => is;

/** Makes an edit that the studio allows. */
function lay(desk: Desk, label: string, { file }: OutlineItem, arranged: Arranged): Made | undefined {
  if ('why' in arranged) return undefined;
  desk.workspace.edit({ label, changes: { [file]: arranged.edited.text } });
  return {};
}

export const NODES: { readonly [name: string]: Command } = {
  'moves a node by one'(desk) {
    const item = desk.pickItem(isListed);
    const by = desk.pick([1, -1] as const);
    if (item === undefined || by === undefined) return undefined;
    desk.change('Move', (source) => moveItem(source, item.pointer, by), item);
    return {};
  },
  'drags a node'(desk) {
    const item = desk.pickItem(isListed);
    const target = item && desk.pick(desk.items(item.file));
    const side = desk.pick(['before', 'behind', 'into'] as const);
    if (item === undefined || target === undefined || side === undefined) return undefined;
    return lay(desk, 'Drag', item, moveNode(desk.workspace, item.file, item.pointer, target.pointer, side));
  },
  'duplicates a node'(desk) {
    const item = desk.pickItem(isListed);
    if (item === undefined) return undefined;
    desk.change('Repeat', (source) => repeatItem(source, item.pointer), item);
    return {};
  },
  'removes a node'(desk) {
    const item = desk.pickItem(isListed);
    if (item === undefined) return undefined;
    desk.change('Remove', (source) => removeItem(source, item.pointer), item);
    return { replaced: [item] };
  },
  'wraps a node'(desk) {
    const item = desk.pickItem(isListed);
    return item && lay(desk, 'Wrap', item, wrapNode(desk.workspace, item.file, item.pointer));
  },
  'copies and pastes a node'(desk) {
    const item = desk.pickItem(isListed);
    const copied = item && copyNode(desk.workspace, item);
    const target = desk.pickItem();
    if (copied === undefined || target === undefined) return undefined;
    return lay(desk, 'Paste', target, pasteNode(desk.workspace, target, copied));
  },
  'inserts a widget'(desk) {
    const item = desk.pickItem();
    if (item === undefined) return undefined;
    const document = desk.document(item.file);
    const kind = desk.pick(listKinds(document, item.pointer));
    if (kind === undefined) return undefined;
    const { list, at } = placeFor(document, item.pointer);
    const picture = Object.keys(assetsOf(desk.view.base))[0] ?? '';
    const node = writeNode(kind.type, document, picture);
    desk.change('Add', (source) => insertItem(source, list, at, node), item);
    return { typed: [{ place: { file: item.file, pointer: joinPointer(list, at) }, value: node }] };
  },
  'inserts a part'(desk) {
    const item = desk.pickItem();
    if (item === undefined) return undefined;
    const document = desk.document(item.file);
    const part = desk.pick(listParts(desk.view.files, item.file, document, item.pointer));
    if (part === undefined) return undefined;
    const { list, at } = placeFor(document, item.pointer);
    const node = writePart(part, desk.view.files, item.file, document);
    desk.change('Add', (source) => insertItem(source, list, at, node), item);
    return { typed: [{ place: { file: item.file, pointer: joinPointer(list, at) }, value: node }] };
  },
  'changes a shared part on one screen only'(desk) {
    const item = desk.pickItem(({ file }) => file.startsWith('screens/parts/'));
    const live = desk.view.base.find(({ path }) => path === item?.file)?.text;
    const own = item && makeOwn(desk.view, desk.screen, item, live);
    if (own === undefined) return undefined;
    desk.workspace.edit({ label: 'Here only', changes: own.changes });
    return { replaced: [item as OutlineItem] };
  },
  'changes a part on all screens again'(desk) {
    const item = desk.pickItem(({ file }) => file.startsWith('screens/parts/'));
    const back = item && makeShared(desk.view, desk.screen, item);
    if (back === undefined) return undefined;
    desk.workspace.edit({ label: 'Everywhere', changes: back.changes });
    return {};
  },
  'adds and illustrates an instruction'(desk) {
    const item = desk.pickItem();
    const document = item && desk.document(item.file);
    const steps = item && stepsOf(document, item.pointer);
    const step = steps && desk.pick(steps.steps);
    if (item === undefined || steps === undefined || step === undefined) return undefined;
    const at = Number(splitPointer(step.pointer).at(-1));
    const edit = desk.pick([
      'add',
      ...(step.picture?.isPlain === false ? [] : ['illustrate']),
      ...(step.picture?.isPlain === true ? ['take'] : []),
    ]);
    if (edit === 'add') desk.change('New step', (source) => addStep(source, steps.list, at + 1), item);
    else if (edit === 'take') desk.change('Take', (source) => takePicture(source, step), item);
    else desk.change('Picture', (source) => setPicture(source, document, step, 'asset:x', desk.words), item);
    return { replaced: edit === 'take' ? [{ file: item.file, pointer: step.picture?.pointer ?? '' }] : [] };
  },
};
