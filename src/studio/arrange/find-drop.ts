import { isWithin } from '../model/edits.ts';
import { placeOf } from '../model/nodes.ts';
import { canHold, itemAt, type OutlineItem } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import type { Box, DrawnNode, NodeDrag } from '../stage/scene.ts';
import type { Side } from './arrange.ts';

/** Where a node that is dragged over the phone lands. */
export interface PhoneLanding {
  readonly target: OutlineItem;
  readonly side: Side;
  /** The line or the empty container that shows it, in the frame's viewport. */
  readonly mark: Box;
}

/** A dragged node of the phone, and where it lands. */
export interface PhoneDrop extends PhoneLanding {
  readonly moved: OutlineItem;
}

/** Finds the line of a node in the open document's outline; undefined for a node of another document. */
type ItemOf = (node: DrawnNode) => OutlineItem | undefined;

/** The open document and its outline. */
interface OpenDocument {
  readonly view: WorkspaceView;
  readonly file: string;
  readonly items: readonly OutlineItem[];
}

/** The outline's line of a node on the phone; undefined if the node belongs to another document. */
export function lineOfNode(
  { view, file, items }: OpenDocument,
  { node, screen }: DrawnNode,
): OutlineItem | undefined {
  const place = placeOf(view, screen, node);
  return place?.file === file ? itemAt(items, place.pointer) : undefined;
}

/**
 * Finds where a node lands: before or behind the innermost node under the pointer that is in a list, or into an empty
 * container.
 */
export function findLanding(
  { over, y }: Pick<NodeDrag, 'over' | 'y'>,
  itemOf: ItemOf,
): PhoneLanding | undefined {
  for (const { box, ...node } of over) {
    const target = itemOf(node);
    if (target?.isListed !== true) continue;
    if (canHold(target) && target.children.length === 0) return { target, side: 'into', mark: box };
    const isAbove = y < box.top + box.height / 2;
    const top = isAbove ? box.top : box.top + box.height;
    return { target, side: isAbove ? 'before' : 'behind', mark: { ...box, top, height: 0 } };
  }
  return undefined;
}

/** A screen without nodes takes a node anywhere, into its body. @param mark - The whole screen. */
export function landOnEmpty(items: readonly OutlineItem[], mark: Box): PhoneLanding | undefined {
  const body = items.find(({ type }) => type === 'body');
  if (body === undefined || body.children.length > 0) return undefined;
  return { target: body, side: 'into', mark };
}

/**
 * Finds which node of the phone is dragged and where it lands.
 *
 * @param selected - The selected node. If the drag began in it, it is the dragged one.
 */
export function findDrop(
  drag: NodeDrag,
  itemOf: ItemOf,
  selected: OutlineItem | undefined,
): PhoneDrop | undefined {
  const listed = drag.from.map(itemOf).filter((item) => item?.isListed === true);
  const moved = listed.find((item) => item === selected) ?? listed[0];
  if (moved === undefined) return undefined;
  const landing = findLanding(drag, itemOf);
  if (landing === undefined || isWithin(landing.target.pointer, moved.pointer)) return undefined;
  return { moved, ...landing };
}
