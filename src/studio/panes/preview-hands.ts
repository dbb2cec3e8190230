import type { Box, NodeDrag } from '../stage/scene.ts';

/** Methods of the preview. */
export interface PreviewHands {
  /** Edits the text of the selected node inline. @returns whether it has an editable text. */
  write(): boolean;
  /**
   * The nodes on the phone under the pointer; undefined if the phone shows no screen.
   *
   * @param x, y - Position of the pointer in the studio's viewport.
   */
  under(x: number, y: number): UnderPointer | undefined;
}

export interface UnderPointer extends Pick<NodeDrag, 'over' | 'y'> {
  /** The whole screen, in the frame's viewport. */
  readonly screen: Box;
}
