import { useState } from 'react';
import { type Edited, moveItem, positionOf, removeItem, repeatItem } from '../model/edits.ts';
import type { Json } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { canBeEdited } from '../model/nodes.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import type { NodeCommand } from './node-commands.ts';
import { addNode, type Arranged, dropNode, moveNode, type Side, wrapNode } from './arrange.ts';
import { sayMissing } from './say-missing.ts';
import { useClipboard } from './use-clipboard.ts';

export interface ArrangingOptions {
  readonly workspace: Workspace;
  /** Path of the open document. */
  readonly file: string;
  readonly item: OutlineItem | undefined;
  onSelect(selection: Selection): void;
}

export type Arranging = ReturnType<typeof useArranging>;

/** Handlers for copy, cut, paste, move, duplicate and delete. `said` is the message for a live region. */
export function useArranging({ workspace, file, item, onSelect }: ArrangingOptions) {
  const [said, setSaid] = useState('');

  /** Writes the edit and selects its node. @returns why the node cannot go there; undefined if it is there. */
  const apply = (label: string, done: string, arranged: Arranged): string | undefined => {
    if ('why' in arranged) {
      const why = `Not there. ${arranged.why}`;
      setSaid(why);
      return why;
    }
    setSaid([done, ...sayMissing(arranged.problems)].join(' '));
    const { text, pointer } = arranged.edited;
    workspace.edit({ label, changes: { [file]: text } });
    onSelect({ file, pointer });
    return undefined;
  };

  /**
   * Edits an item. @param done - The message for the live region, or a function that makes it from the edited
   * document.
   */
  const alter = (
    label: string,
    done: string | ((edited: Edited) => string),
    edit: (source: SourceFile) => Edited,
  ): void => {
    const now = workspace.snapshot();
    const text = now.texts.get(file);
    if (text === undefined) return;
    if (!canBeEdited(now, file)) {
      setSaid('The JSON of this document has an error: fix it first.');
      return;
    }
    const edited = edit({ path: file, text });
    apply(label, typeof done === 'string' ? done : done(edited), { edited, problems: [] });
  };

  useClipboard({ workspace, file, item, setSaid, apply, alter });

  const move = (moved: OutlineItem, by: 1 | -1): void => {
    const title = titleOf(moved);
    const done = ({ text, pointer }: Edited) => {
      const { at, count } = positionOf(parseDocument(text, file).document?.value, pointer);
      const way = pointer === moved.pointer ? 'stays' : by < 0 ? 'moved up' : 'moved down';
      return `${title} ${way}: ${at + 1} of ${count}.`;
    };
    alter(`Move ${title}`, done, (source) => moveItem(source, moved.pointer, by));
  };
  const repeat = (one: OutlineItem): void => {
    const title = titleOf(one);
    alter(`Duplicate ${title}`, `${title} is duplicated.`, (source) => repeatItem(source, one.pointer));
  };
  const remove = (one: OutlineItem): void => {
    const title = titleOf(one);
    alter(`Delete ${title}`, `${title} is deleted.`, (source) => removeItem(source, one.pointer));
  };

  return {
    said,
    /** Does nothing for a node that is not in a list. */
    arrange(one: OutlineItem, command: Exclude<NodeCommand, 'enter'>): void {
      if (!one.isListed) return;
      switch (command) {
        case 'up':
        case 'down':
          move(one, command === 'up' ? -1 : 1);
          return;
        case 'repeat':
          repeat(one);
          return;
        case 'wrap':
          apply(
            `Put ${titleOf(one)} into a section`,
            `${titleOf(one)} is in a section of its own.`,
            wrapNode(workspace, file, one.pointer),
          );
          return;
        case 'remove':
          remove(one);
      }
    },
    /** Inserts a node into or behind the selection. @param place - The selection. */
    add(title: string, node: Json, place: Selection): void {
      apply(`Add ${title}`, `${title} is added.`, addNode(workspace, place, node));
    },
    /** Inserts a node that was dragged from the palette. @returns why it cannot go there. */
    dropNew(title: string, node: Json, target: Selection, side: Side): string | undefined {
      return apply(`Add ${title}`, `${title} is added.`, dropNode(workspace, target, side, node));
    },
    drop(moved: OutlineItem, target: OutlineItem, side: Side): void {
      const arranged = moveNode(workspace, file, moved.pointer, target.pointer, side);
      apply(`Move ${titleOf(moved)}`, `${titleOf(moved)} is moved.`, arranged);
    },
  };
}
