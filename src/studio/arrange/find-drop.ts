import { isWithin } from '../model/edits.ts';
import { canHold, type OutlineItem } from '../model/outline.ts';
import type { Box, DrawnNode, NodeDrag } from '../stage/scene.ts';
import type { Side } from './arrange.ts';

/** Where a node that is dragged on the phone lands. */
export interface PhoneDrop {
  readonly moved: OutlineItem;
  readonly target: OutlineItem;
  readonly side: Side;
  /** The line or the empty container that shows it, in the frame's viewport. */
  readonly mark: Box;
}

/**
 * Finds where a dragged node lands: before or behind the innermost node under the pointer that is in a list, or into an
 * empty container.
 *
 * @param itemOf - The line of the open document's outline; undefined for a node of another document.
 * @param selected - Is dragged if the drag began in it.
 */
export function findDrop(
  { from, over, y }: NodeDrag,
  itemOf: (node: DrawnNode) => OutlineItem | undefined,
  selected: OutlineItem | undefined,
): PhoneDrop | undefined {
  const listed = from.map(itemOf).filter((item) => item?.isListed === true);
  const moved = listed.find((item) => item === selected) ?? listed[0];
  if (moved === undefined) return undefined;
  for (const { box, ...node } of over) {
    const target = itemOf(node);
    if (target?.isListed !== true) continue;
    if (isWithin(target.pointer, moved.pointer)) return undefined;
    if (canHold(target) && target.children.length === 0) return { moved, target, side: 'into', mark: box };
    const isAbove = y < box.top + box.height / 2;
    const top = isAbove ? box.top : box.top + box.height;
    return { moved, target, side: isAbove ? 'before' : 'behind', mark: { ...box, top, height: 0 } };
  }
  return undefined;
}
