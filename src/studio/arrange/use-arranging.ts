import { useEffect, useEffectEvent, useState } from 'react';
import { removeItem } from '../model/edits.ts';
import { canBeEdited } from '../model/nodes.ts';
import { type OutlineItem, type Selection, titleOf } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import { type Arranged, copyNode, moveNode, pasteNode, type Side } from './arrange.ts';

export interface ArrangingOptions {
  readonly workspace: Workspace;
  /** The document that is open. */
  readonly file: string;
  readonly item: OutlineItem | undefined;
  onSelect(selection: Selection): void;
}

/** Where one arranges nodes: elsewhere what is copied is text, where it is written on the phone, too. */
const ARRANGED = '.st-outline, .st-frame';

/** What is copied, cut, pasted and dragged; `said` is what came of it. */
export function useArranging({ workspace, file, item, onSelect }: ArrangingOptions) {
  const [said, setSaid] = useState('');

  const lay = (label: string, done: string, arranged: Arranged): void => {
    setSaid('why' in arranged ? `Not there. ${arranged.why}` : done);
    if ('why' in arranged) return;
    const { text, pointer } = arranged.edited;
    workspace.edit({ label, changes: { [file]: text } });
    onSelect({ file, pointer });
  };

  const hear = useEffectEvent((event: ClipboardEvent) => {
    const { type, clipboardData } = event;
    if (clipboardData === null || document.activeElement?.closest(ARRANGED) == null) return;
    if (type === 'paste') {
      event.preventDefault();
      const place = { file, pointer: item?.pointer ?? '' };
      const pasted = pasteNode(workspace, place, clipboardData.getData('text/plain'));
      lay('Paste', 'Pasted.', pasted);
      return;
    }
    // Words that somebody has marked.
    if (getSelection()?.isCollapsed === false || !item?.isListed) return;
    const copied = copyNode(workspace, item);
    if (copied === undefined) return;
    event.preventDefault();
    clipboardData.setData('text/plain', copied);
    if (type === 'copy') {
      setSaid(`${titleOf(item)} is copied.`);
      return;
    }
    const text = workspace.snapshot().texts.get(file);
    if (text === undefined || !canBeEdited(workspace.snapshot(), file)) return;
    const edited = removeItem({ path: file, text }, item.pointer);
    lay(`Cut ${titleOf(item)}`, `${titleOf(item)} is cut.`, { edited });
  });

  useEffect(() => {
    const onClipboard = (event: ClipboardEvent): void => hear(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) window.addEventListener(kind, onClipboard);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onClipboard);
    };
  }, []);

  return {
    said,
    drop(moved: OutlineItem, target: OutlineItem, side: Side): void {
      const arranged = moveNode(workspace, file, moved.pointer, target.pointer, side);
      lay(`Move ${titleOf(moved)}`, `${titleOf(moved)} is moved.`, arranged);
    },
  };
}
