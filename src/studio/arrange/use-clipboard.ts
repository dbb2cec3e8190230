import { useEffect, useEffectEvent } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { type Edited, removeItem } from '../model/edits.ts';
import { type OutlineItem, titleOf } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import { type Arranged, copyNode, pasteNode } from './arrange.ts';

interface ClipboardOptions {
  readonly workspace: Workspace;
  /** Path of the open document. */
  readonly file: string;
  /** The selected node. */
  readonly item: OutlineItem | undefined;
  /** Sets the message of the live region. */
  setSaid(said: string): void;
  apply(label: string, done: string, arranged: Arranged): unknown;
  alter(label: string, done: string, edit: (source: SourceFile) => Edited): void;
}

/** Panes where copy and paste mean nodes. In other panes they mean text. */
const ARRANGED = '.st-outline, .st-frame';

/** Copies, cuts and pastes nodes by the browser's clipboard events. */
export function useClipboard({ workspace, file, item, setSaid, apply, alter }: ClipboardOptions): void {
  const hear = useEffectEvent((event: ClipboardEvent) => {
    const { type, clipboardData } = event;
    if (clipboardData === null || document.activeElement?.closest(ARRANGED) == null) return;
    if (type === 'paste') {
      event.preventDefault();
      const place = { file, pointer: item?.pointer ?? '' };
      const pasted = pasteNode(workspace, place, clipboardData.getData('text/plain'));
      apply('Paste', 'Pasted.', pasted);
      return;
    }
    // The browser copies or cuts selected text.
    if (getSelection()?.isCollapsed === false || !item?.isListed) return;
    const copied = copyNode(workspace, item);
    if (copied === undefined) return;
    event.preventDefault();
    clipboardData.setData('text/plain', copied);
    if (type === 'copy') {
      setSaid(`${titleOf(item)} is copied.`);
      return;
    }
    const title = titleOf(item);
    alter(`Cut ${title}`, `${title} is cut.`, (source) => removeItem(source, item.pointer));
  });

  useEffect(() => {
    const onClipboard = (event: ClipboardEvent): void => hear(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) window.addEventListener(kind, onClipboard);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onClipboard);
    };
  }, []);
}
