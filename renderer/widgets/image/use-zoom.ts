import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { drag, pinch, type Placement, type Point, type Stage, toggle, UNZOOMED } from './zoom.ts';

const DOUBLE_TAP_MS = 300;
/** A shorter movement is a tap. */
const TAP_PX = 10;
/** A longer sideways movement is a swipe. */
const SWIPE_PX = 60;
const ARROW_PX = 80;

export interface Zoom {
  readonly isCloser: boolean;
  /** Shows the whole image, or enlarges its middle. */
  toggle(): void;
  /** Properties of the element around the image. */
  readonly stage: {
    readonly ref: RefObject<HTMLDivElement | null>;
    onPointerDown(event: ReactPointerEvent): void;
    onPointerMove(event: ReactPointerEvent): void;
    onPointerUp(event: ReactPointerEvent): void;
    onPointerCancel(event: ReactPointerEvent): void;
  };
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Gestures, mouse and arrow keys on an image: two fingers or a double tap enlarge it; one finger moves an enlarged
 * image, and otherwise swipes to a neighbour.
 *
 * @param picture - Index of the image; a change resets the zoom.
 */
export function useZoom(picture: number, onStep: (by: 1 | -1) => void): Zoom {
  const stage = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ readonly of: number; readonly at: Placement }>({
    of: picture,
    at: UNZOOMED,
  });
  const at = shown.of === picture ? shown.at : UNZOOMED;
  // Two fingers fire separate events before a render, so each step starts at the last result.
  const place = (step: (from: Placement) => Placement) =>
    setShown((last) => ({ of: picture, at: step(last.of === picture ? last.at : UNZOOMED) }));
  const fingers = useRef(new Map<number, Point>());
  /** Start of a single finger's movement. */
  const alone = useRef<Point>(undefined);
  const lastTap = useRef(0);

  // The style object is allowed by the content security policy; a style attribute is not.
  useLayoutEffect(() => {
    const moved = stage.current?.firstElementChild;
    if (moved instanceof HTMLElement)
      moved.style.transform = at.scale === 1 ? '' : `translate(${at.x}px, ${at.y}px) scale(${at.scale})`;
  }, [at]);

  function sizeOf(): Stage {
    const box = stage.current?.getBoundingClientRect();
    return { width: box?.width ?? 0, height: box?.height ?? 0 };
  }
  function pointOf(event: ReactPointerEvent): Point {
    const box = stage.current?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }
  function tap(point: Point, now: number): void {
    const isSecond = now - lastTap.current < DOUBLE_TAP_MS;
    lastTap.current = isSecond ? 0 : now;
    if (isSecond) place((from) => toggle(from, point, sizeOf()));
  }
  function lift(event: ReactPointerEvent, isMeant: boolean): void {
    const start = alone.current;
    const isKnown = fingers.current.delete(event.pointerId);
    if (fingers.current.size === 0) alone.current = undefined;
    if (!isKnown || !isMeant || start === undefined) return;
    const end = pointOf(event);
    const across = end.x - start.x;
    const along = end.y - start.y;
    if (Math.hypot(across, along) < TAP_PX) tap(end, event.timeStamp);
    else if (at.scale === 1 && Math.abs(across) > SWIPE_PX && Math.abs(across) > Math.abs(along))
      onStep(across < 0 ? 1 : -1);
  }

  return {
    isCloser: at.scale > 1,
    toggle: () => place((from) => toggle(from, { x: 0, y: 0 }, sizeOf())),
    stage: {
      ref: stage,
      onPointerDown(event) {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        const point = pointOf(event);
        fingers.current.set(event.pointerId, point);
        alone.current = fingers.current.size === 1 ? point : undefined;
      },
      onPointerMove(event) {
        const before = [...fingers.current.values()];
        const old = fingers.current.get(event.pointerId);
        if (old === undefined) return;
        const point = pointOf(event);
        fingers.current.set(event.pointerId, point);
        const [one, other] = [...fingers.current.values()];
        const [oneBefore, otherBefore] = before;
        if (one !== undefined && other !== undefined && oneBefore !== undefined && otherBefore !== undefined)
          place((from) => pinch(from, [oneBefore, otherBefore], [one, other], sizeOf()));
        else place((from) => drag(from, { x: point.x - old.x, y: point.y - old.y }, sizeOf()));
      },
      onPointerUp: (event) => lift(event, true),
      onPointerCancel: (event) => lift(event, false),
    },
    onKeyDown(event) {
      const by = ARROWS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      if (at.scale > 1) place((from) => drag(from, { x: by.x * ARROW_PX, y: by.y * ARROW_PX }, sizeOf()));
      else if (by.x !== 0) onStep(by.x < 0 ? 1 : -1);
    },
  };
}

/** Movement of the image: opposite to the arrow. */
const ARROWS: { readonly [key: string]: Point } = {
  ArrowRight: { x: -1, y: 0 },
  ArrowLeft: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: -1 },
  ArrowUp: { x: 0, y: 1 },
};
