import { describeType } from '../properties/describe.ts';
import type { HoveredNode } from '../stage/scene.ts';
import './hover-box.css';

export interface HoverBoxProps extends HoveredNode {
  /** Times its true size the phone is drawn. */
  readonly scale: number;
}

/** CSS pixels that a name is high, whatever the scale. */
const NAME_HEIGHT = 18;

/** What a pointer is over, by its name. Whoever has none hears the same in the outline. */
export function HoverBox({ type, box, scale }: HoverBoxProps) {
  const { left, top, width, height } = box;
  const isAbove = top * scale >= NAME_HEIGHT;
  return (
    <div
      className="st-hover"
      aria-hidden="true"
      style={{ left, top, width, height, outlineWidth: 1 / scale }}
    >
      <span
        className={isAbove ? 'st-hover-name' : 'st-hover-name st-hover-within'}
        style={{ height: NAME_HEIGHT, transform: `scale(${1 / scale})` }}
      >
        {describeType('widgets', type).title}
      </span>
    </div>
  );
}
