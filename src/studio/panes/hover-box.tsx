import { describeType } from '../properties/describe.ts';
import type { HoveredNode } from '../stage/scene.ts';
import { saySpacing } from './say-spacing.ts';
import './hover-box.css';

export interface HoverBoxProps extends HoveredNode {
  /** Times its true size the phone is drawn. */
  readonly scale: number;
  /** How wide the phone is, in its own CSS pixels. */
  readonly phone: number;
}

/** CSS pixels that a line of its words is high, whatever the scale. */
const LINE_HEIGHT = 18;
/** CSS pixels, as `hover-box.css` has it. */
const MOST_WIDE = 260;

/** What a pointer is over, by its name, and what is free around it. Whoever has none hears the same in the outline. */
export function HoverBox({ type, box, spacing, scale, phone }: HoverBoxProps) {
  const { left, top, width, height } = box;
  const spaces = saySpacing(spacing);
  const high = spaces === '' ? LINE_HEIGHT : 3 * LINE_HEIGHT;
  // Whatever is cut at the edge of the phone is not read.
  const aside = spaces === '' ? 0 : Math.min(0, phone - left - MOST_WIDE / scale);
  const isAbove = top * scale >= high;
  return (
    <div
      className="st-hover"
      aria-hidden="true"
      style={{ left, top, width, height, outlineWidth: 1 / scale }}
    >
      <span
        className={isAbove ? 'st-hover-name' : 'st-hover-name st-hover-within'}
        style={{ left: aside, transform: `scale(${1 / scale})` }}
      >
        <strong>{describeType('widgets', type).title}</strong>
        {spaces === '' ? null : <small>{spaces}</small>}
      </span>
    </div>
  );
}
