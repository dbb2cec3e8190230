import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Side } from './arrange.ts';

/** A dragged outline line, by its index, and the drop position. */
export interface Drag {
  readonly from: number;
  readonly over?: { readonly at: number; readonly side: Side };
}

/** CSS pixels that the pointer must move before a drag begins, so that a click is no drag. */
const LEAST = 5;
/** CSS pixels from the edge of the tree in which the tree scrolls. */
const EDGE = 24;

/**
 * Drags lines of a tree with a mouse or a pen; a finger scrolls. The keyboard commands do the same (WCAG 2.5.7).
 *
 * @param canHold - Whether a line can have children: a drop on its middle goes into it.
 */
export function useDrag(
  canBeDragged: (at: number) => boolean,
  canHold: (at: number) => boolean,
  onDrop: (from: number, at: number, side: Side) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const begun = useRef<{ readonly from: number; readonly x: number; readonly y: number }>(undefined);
  const isDragging = drag !== undefined;

  const stop = (): void => {
    begun.current = undefined;
    setDrag(undefined);
  };

  useEffect(() => {
    if (!isDragging) return;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      begun.current = undefined;
      setDrag(undefined);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [isDragging]);

  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const from = lineAt(event)?.at;
        if (event.button !== 0 || event.pointerType === 'touch') return;
        if (from === undefined || !canBeDragged(from)) return;
        begun.current = { from, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const { current } = begun;
        const tree = event.currentTarget;
        if (current === undefined) return;
        const { from, x, y } = current;
        if (!isDragging && Math.hypot(event.clientX - x, event.clientY - y) < LEAST) return;
        if (!isDragging) tree.setPointerCapture(event.pointerId);
        scrollTree(tree, event.clientY);
        const line = lineAt(event);
        setDrag({ from, ...(line && { over: { at: line.at, side: sideOfLine(line, canHold(line.at)) } }) });
      },
      onPointerUp() {
        if (drag?.over !== undefined) onDrop(drag.from, drag.over.at, drag.over.side);
        stop();
      },
      onPointerCancel: stop,
    },
  };
}

interface PointedLine {
  readonly at: number;
  /** How far down in the line the pointer is, from 0 to 1. */
  readonly depth: number;
}

/** The line under the pointer. While the tree captures the pointer, event targets are the tree. */
function lineAt({ clientX, clientY }: PointerEvent): PointedLine | undefined {
  return lineAround(document.elementFromPoint(clientX, clientY), clientY);
}

/** The line of the tree that contains an element. @param y - Of the pointer, in the viewport. */
export function lineAround(element: Element | null | undefined, y: number): PointedLine | undefined {
  const line = element?.closest<HTMLElement>('[data-line]');
  if (!line) return undefined;
  const { top, height } = line.getBoundingClientRect();
  return { at: Number(line.dataset['line']), depth: (y - top) / height };
}

/** @param canHold - Whether the line can have children. */
export function sideOfLine({ depth }: PointedLine, canHold: boolean): Side {
  if (canHold && depth > 0.25 && depth < 0.75) return 'into';
  return depth < 0.5 ? 'before' : 'behind';
}

/** Scrolls the tree if the pointer is near its upper or lower edge. */
export function scrollTree(tree: Element, y: number): void {
  const { top, bottom } = tree.getBoundingClientRect();
  if (y < top + EDGE) tree.scrollBy(0, -EDGE / 2);
  if (y > bottom - EDGE) tree.scrollBy(0, EDGE / 2);
}
