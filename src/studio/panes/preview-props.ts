import type { ReactNode, Ref } from 'react';
import type { PhoneDrop } from '../arrange/find-drop.ts';
import type { MenuPlace } from '../arrange/menu-place.ts';
import type { PreviewCalls } from '../calls/call-log.ts';
import type { Selection } from '../model/outline.ts';
import type { Measured } from '../stage/measure-rails.ts';
import type {
  Box,
  DrawnNode,
  HiddenWhy,
  NodeDrag,
  Pointed,
  Scene,
  SceneEnd,
  StageApi,
} from '../stage/scene.ts';
import type { Writing } from '../words/writing.ts';
import type { PhoneShape } from './phone-shape.ts';
import type { PreviewHands } from './preview-hands.ts';
import type { Look } from './preview-look.ts';

export interface PreviewArranging {
  /** Beside the selected node; null if it is not in a list. */
  readonly tools: ReactNode;
  findDrop(drag: NodeDrag): PhoneDrop | undefined;
  onDrop(drop: PhoneDrop): void;
  onMenu(at: MenuPlace): void;
}

export interface PreviewProps {
  /** Changes if a new frame is needed: for another screen, state or language. */
  readonly sceneKey: string;
  readonly scene: Scene;
  readonly shape: PhoneShape;
  readonly size: Look['size'];
  readonly mode: Look['mode'];
  /** Ids of the selected nodes in the plan. */
  readonly selected: readonly string[];
  /** A new object after every selection and after every edit of the selected node. */
  readonly selection: Selection | undefined;
  readonly writing: Writing;
  /** Tools, drags and menus of nodes; undefined if the person may not edit. */
  readonly arrange: PreviewArranging | undefined;
  /** Where the node from the palette lands, in the frame's viewport; undefined if none is dragged over the phone. */
  readonly landing: Box | undefined;
  readonly hands: Ref<PreviewHands>;
  /** Whether the data pane is open; when it opens, `onDrawn` is called. */
  readonly isDataOpen: boolean;
  /** Receives the screen's requests. */
  readonly calls: PreviewCalls;
  /** Adds a field behind the selected field; undefined if no field is selected. */
  readonly onAddField: (() => void) | undefined;
  onPick(node: DrawnNode, how: Exclude<Pointed, 'enter'>): void;
  /** Called when inline editing ends by a key. */
  onWritten(): void;
  onEnd(end: SceneEnd): void;
  /** Called with measurements, some time after the last change of the layout. */
  onMeasured(measured: Measured): void;
  /** Called with the reason if none of the selected nodes is visible; with undefined if one is. */
  onHidden(why: HiddenWhy | undefined): void;
  /** Called after each render, to read the texts of the selected nodes, the values, and what would be sent. */
  onDrawn(stage: Pick<StageApi, 'caseValues' | 'facts' | 'toSend'>): void;
}
