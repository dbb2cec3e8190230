import { type PointerEvent, type TouchEvent, useRef, useState } from 'react';
import type { Drawing, Line, Point } from './ink.ts';

interface Stroke {
  readonly pointer: number;
  readonly drawing: Drawing;
  line: Line;
}

export interface Pen {
  /** The line that is being drawn, with the drawing that it belongs to. */
  readonly drawing: Drawing | undefined;
  /** Handlers of the box. */
  readonly handlers: {
    onPointerDown(event: PointerEvent<Element>): void;
    onPointerMove(event: PointerEvent<Element>): void;
    onPointerUp(event: PointerEvent<Element>): void;
    onPointerCancel(event: PointerEvent<Element>): void;
    onTouchStart(event: TouchEvent<Element>): void;
  };
}

/**
 * Draws lines with one finger, pen or mouse; their pressure has no effect.
 *
 * @param drawing - What is drawn already; a new line is added to it.
 */
export function usePen(
  drawing: Drawing | undefined,
  isEnabled: boolean,
  onBegin: () => void,
  onEnd: (drawing: Drawing) => void,
): Pen {
  const stroke = useRef<Stroke>(undefined);
  const [current, setCurrent] = useState<Drawing>();

  const begin = (event: PointerEvent<Element>) => {
    const { currentTarget: box, isPrimary, button, pointerId } = event;
    // A second finger or another button draws nothing. A palm beside a pen is primary too, among the touches.
    const isOther = stroke.current !== undefined && stroke.current.pointer !== pointerId;
    if (!isEnabled || !isPrimary || isOther || button !== 0) return;
    box.setPointerCapture(pointerId);
    const { width, height } = box.getBoundingClientRect();
    const known = drawing ?? { width: Math.max(1, width), height: Math.max(1, height), lines: [] };
    stroke.current = { pointer: pointerId, drawing: known, line: [pointOf(event, box, known)] };
    setCurrent(withStroke(stroke.current));
    onBegin();
  };
  const move = (event: PointerEvent<Element>) => {
    const held = stroke.current;
    if (held === undefined || held.pointer !== event.pointerId) return;
    const { currentTarget: box } = event;
    held.line = [...held.line, pointOf(event, box, held.drawing)];
    setCurrent(withStroke(held));
  };
  const end = (event: PointerEvent<Element>) => {
    const held = stroke.current;
    if (held === undefined || held.pointer !== event.pointerId) return;
    stroke.current = undefined;
    setCurrent(undefined);
    onEnd(withStroke(held));
  };

  return {
    drawing: current ?? drawing,
    handlers: {
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      // A stroke downwards does not pull the page to refresh it.
      onTouchStart: (event) => event.stopPropagation(),
    },
  };
}

function withStroke({ drawing, line }: Stroke): Drawing {
  return { ...drawing, lines: [...drawing.lines, line] };
}

/** The box shows the drawing as large as it fits, in the middle: its size may have changed. */
function pointOf({ clientX, clientY }: PointerEvent, box: Element, { width, height }: Drawing): Point {
  const shown = box.getBoundingClientRect();
  const scale = Math.min(shown.width / width, shown.height / height) || 1;
  return {
    x: (clientX - shown.left - (shown.width - width * scale) / 2) / scale,
    y: (clientY - shown.top - (shown.height - height * scale) / 2) / scale,
  };
}
