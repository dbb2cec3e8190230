import { describeType } from '../properties/describe.ts';
import type { HoveredNode } from '../stage/scene.ts';
import './hover-box.css';

export interface HoverBoxProps extends HoveredNode {
  /** The size of the phone as shown, divided by its real size. */
  readonly scale: number;
  /** CSS pixels of the phone's real size. */
  readonly phoneWidth: number;
}

/** Height of the name in CSS pixels at any scale, as in `hover-box.css`. */
const NAME_HEIGHT = 18;

/** Frames the node under the pointer and shows its name. Screen readers get the name from the outline. */
export function HoverBox({ type, box, scale, phoneWidth }: HoverBoxProps) {
  const { left, top, width, height } = box;
  const names = ['st-hover-name'];
  if (top * scale < NAME_HEIGHT) names.push('st-hover-within');
  // The name of a narrow node at the right would be cut at the edge of the phone.
  if (left + width / 2 > phoneWidth / 2) names.push('st-hover-end');
  return (
    <div
      className="st-hover"
      aria-hidden="true"
      style={{ left, top, width, height, outlineWidth: 1 / scale }}
    >
      <span className={names.join(' ')} style={{ transform: `scale(${1 / scale})` }}>
        {describeType('widgets', type).title}
      </span>
    </div>
  );
}
