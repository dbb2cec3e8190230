import { describeType } from '../properties/describe.ts';
import type { Box, HoveredNode } from '../stage/scene.ts';
import './hover-box.css';

export interface HoverBoxProps extends Omit<HoveredNode, 'node'> {
  /** Boxes of the selection, which the name must not cover. */
  readonly selected: readonly Box[];
  /** The size of the phone as shown, divided by its real size. */
  readonly scale: number;
  /** CSS pixels of the phone's real size. */
  readonly phoneWidth: number;
}

/** Height of the name in CSS pixels at any scale, as in `hover-box.css`. */
const NAME_HEIGHT = 18;
/** More than the longest name takes. */
const NAME_WIDTH = 140;

/** Frames the node under the pointer and shows its name. Screen readers get the name from the outline. */
export function HoverBox({ type, box, selected, scale, phoneWidth }: HoverBoxProps) {
  const { left, top, width, height } = box;
  const names = ['st-hover-name'];
  const isWithin = top * scale < NAME_HEIGHT;
  if (isWithin) names.push('st-hover-within');
  // The name of a narrow node at the right would be cut at the edge of the phone.
  const isAtEnd = left + width / 2 > phoneWidth / 2;
  if (isAtEnd) names.push('st-hover-end');
  const [across, down] = [NAME_WIDTH / scale, NAME_HEIGHT / scale];
  const name: Box = {
    left: isAtEnd ? left + width - across : left,
    top: isWithin ? top : top - down,
    width: across,
    height: down,
  };
  const isCovering = selected.some((one) => isOver(one, name));
  return (
    <div
      className="st-hover"
      aria-hidden="true"
      style={{ left, top, width, height, outlineWidth: 1 / scale }}
    >
      {isCovering ? null : (
        <span className={names.join(' ')} style={{ transform: `scale(${1 / scale})` }}>
          {describeType('widgets', type).title}
        </span>
      )}
    </div>
  );
}

function isOver(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
