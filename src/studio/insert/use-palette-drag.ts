import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findLanding, landOnEmpty, lineOfNode } from '../arrange/find-drop.ts';
import { listenToDrags, type PointerDrag } from '../arrange/listen-to-drags.ts';
import { lineAround, scrollTree, sideOfLine } from '../arrange/use-drag.ts';
import type { Landing } from '../desk.ts';
import { allItems, canHold } from '../model/outline.ts';
import type { StudioScope } from '../use-studio.ts';
import type { Addable } from './addable.ts';

/** A dragged line of the palette, and the position of the pointer in the studio's viewport. */
export interface DraggedLine {
  readonly addable: Addable;
  readonly x: number;
  readonly y: number;
}

/**
 * Drags lines of the palette over the outline and the phone.
 *
 * @param lineOf - Finds a line by its key, which is in `data-drag` of its element.
 * @param onDrop - Called if the line was dropped where it can land.
 */
export function usePaletteDrag(
  scope: StudioScope,
  lineOf: (key: string) => Addable | undefined,
  onDrop: (addable: Addable, landing: Landing) => void,
): DraggedLine | undefined {
  const { desk } = scope;
  const [dragged, setDragged] = useState<DraggedLine>();
  const cancel = useRef((): void => undefined);
  const isDragging = dragged !== undefined;

  const hear = useEffectEvent((drag: PointerDrag | undefined) => {
    const addable = dragged?.addable ?? lineOf(keyOf(drag?.from) ?? '');
    const landing = drag && addable && findLandingAt(scope, drag);
    const isOver = drag === undefined || addable === undefined || drag.isDropped;
    setDragged(isOver ? undefined : { addable, x: drag.x, y: drag.y });
    mark(scope, isOver ? undefined : landing);
    if (drag?.isDropped && addable !== undefined && landing !== undefined) onDrop(addable, landing);
  });

  useEffect(() => {
    const over = new AbortController();
    const stop = listenToDrags(
      window,
      (from) => keyOf(from) !== undefined,
      (drag) => hear(drag),
      over.signal,
    );
    cancel.current = stop;
    return () => {
      over.abort();
      desk.change({ landing: undefined });
    };
  }, [desk]);

  useEffect(() => {
    if (!isDragging) return;
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel.current();
    };
    window.addEventListener('keydown', escape, { capture: true });
    return () => window.removeEventListener('keydown', escape, { capture: true });
  }, [isDragging]);

  return dragged;
}

function keyOf(element: Element | undefined): string | undefined {
  return element?.closest<HTMLElement>('[data-drag]')?.dataset['drag'];
}

function findLandingAt(scope: StudioScope, { over, x, y }: PointerDrag): Landing | undefined {
  const tree = over?.closest('.st-outline');
  if (tree) scrollTree(tree, y);
  const line = lineAround(over, y);
  if (line !== undefined) {
    const target = [...allItems(scope.items)][line.at];
    return target && { target, side: sideOfLine(line, canHold(target)) };
  }
  const under = over?.closest('.st-phone') ? scope.hands.current?.under(x, y) : undefined;
  const found = under && findLanding(under, (node) => lineOfNode(scope, node));
  return found ?? (under && landOnEmpty(scope.items, under.screen));
}

/** Stores the landing; the studio re-renders only if it changed. */
function mark({ desk }: StudioScope, landing: Landing | undefined): void {
  const next = landing && {
    ...landing,
    target: { file: landing.target.file, pointer: landing.target.pointer },
  };
  if (JSON.stringify(next) !== JSON.stringify(desk.snapshot().landing)) desk.change({ landing: next });
}
