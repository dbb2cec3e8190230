import { splitPointer } from '#renderer/grammar/pointer.ts';
import {
  addNode,
  type Arranged,
  copyNode,
  dropNode,
  moveNode,
  pasteNode,
  wrapNode,
} from '#src/studio/arrange/arrange.ts';
import { listAddable, listBlocks } from '#src/studio/insert/list-addable.ts';
import { moveItem, removeItem, repeatItem } from '#src/studio/model/edits.ts';
import { makeOwn, makeShared } from '#src/studio/model/here-only.ts';
import type { OutlineItem } from '#src/studio/model/outline.ts';
import { listScreens } from '#src/studio/screens/all-screens.ts';
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
  'inserts a widget or a part'(desk) {
    const item = desk.pickItem();
    const line = item && desk.pick(listAddable(desk.view, item.file, item.pointer, false));
    if (item === undefined || line === undefined) return undefined;
    const node = line.write();
    const arranged = addNode(desk.workspace, item, node);
    const made = lay(desk, 'Add', item, arranged);
    if (made === undefined || 'why' in arranged) return undefined;
    return { typed: [{ place: { file: item.file, pointer: arranged.edited.pointer }, value: node }] };
  },
  'inserts a block of another screen'(desk) {
    const item = desk.pickItem();
    const screen = desk.pick(listScreens(desk.view).filter(({ id }) => id !== desk.screen));
    const block = screen && desk.pick(listBlocks(desk.view, screen.id));
    if (item === undefined || block === undefined) return undefined;
    return lay(desk, 'Add', item, addNode(desk.workspace, item, block.write()));
  },
  'drags a line of the palette'(desk) {
    const item = desk.pickItem();
    const line = item && desk.pick(listAddable(desk.view, item.file, item.pointer, false));
    const side = desk.pick(['before', 'behind', 'into'] as const);
    if (item === undefined || line === undefined || side === undefined) return undefined;
    return lay(desk, 'Drop', item, dropNode(desk.workspace, item, side, line.write()));
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
