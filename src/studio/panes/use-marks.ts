import { useEffect, useEffectEvent, useState } from 'react';
import type {
  Box,
  DrawnNode,
  HoveredNode,
  NodeDrag,
  Pointed,
  StageApi,
  StageListener,
} from '../stage/scene.ts';
import type { PhoneDrop } from '../arrange/find-drop.ts';
import type { MenuPlace } from '../arrange/menu-place.ts';
import type { PreviewProps } from './preview-props.ts';
import type { Frames } from './use-frames.ts';
import type { InlineWriting } from './use-inline-writing.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Listens to the stage: measures the selected nodes, tracks the node under the pointer, and reports taps, drags and
 * menus.
 *
 * @param toStudio - From the frame's viewport to the studio's.
 */
export function useMarks(
  { stage, isSeen }: Frames,
  marked: readonly string[],
  inline: InlineWriting,
  props: PreviewProps,
  toStudio: (at: MenuPlace) => MenuPlace,
) {
  const { mode, calls, isDataOpen } = props;
  /** Boxes of the selected nodes. */
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const [hovered, setHovered] = useState<HoveredNode>();
  const [drop, setDrop] = useState<PhoneDrop>();
  const hide = useEffectEvent(props.onHidden);
  const read = useEffectEvent(props.onDrawn);
  const report = useEffectEvent(props.onMeasured);
  const follow = useEffectEvent(inline.follow);
  const point = useEffectEvent((at: StageApi, node: DrawnNode, how: Pointed) => {
    if (how === 'enter' && !props.selected.includes(node.node)) props.onPick(node, 'tap');
    else if (how === 'tap' || how === 'around') props.onPick(node, how);
    else if (!inline.begin(at, node, how === 'double')) props.onPick(node, 'double');
  });

  const drag = useEffectEvent((now: NodeDrag | undefined) => {
    const found = now && props.arrange?.findDrop(now);
    if (found !== undefined && now?.isDropped) props.arrange?.onDrop(found);
    setDrop(now?.isDropped ? undefined : found);
  });
  const openMenu = useEffectEvent((nodes: readonly DrawnNode[], at: MenuPlace) => {
    const [innermost] = nodes;
    if (innermost === undefined) return;
    props.onPick(innermost, 'tap');
    props.arrange?.onMenu(toStudio(at));
  });

  useEffect(() => {
    if (stage === undefined) return;
    const measure = (): void => {
      const found = marked.flatMap((node) => stage.boxesOf(node));
      setBoxes(found);
      // Another node may be under the pointer now.
      setHovered(undefined);
      follow();
      read(stage);
      hide(found.length > 0 ? undefined : marked.map((node) => stage.whyHidden(node)).find(Boolean));
    };
    let frame = 0;
    const idle = whenIdle(() => report(stage.measure()));
    let isOver = false;
    const listener: StageListener = {
      point(nodes, how) {
        const [innermost] = nodes;
        if (innermost !== undefined) point(stage, innermost, how);
      },
      hover: setHovered,
      drag,
      menu: openMenu,
      // A frame re-renders often: measure once per animation frame.
      drawn() {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(measure);
        idle.begin();
      },
      // A replaced frame still runs for a moment; ignore its requests.
      called: (now) => isOver || calls.called(now),
      left: (url) => isOver || calls.left(url),
    };
    stage.listen(listener);
    stage.setMode(mode);
    if (isSeen) measure();
    if (isSeen) idle.begin();
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
      idle.end();
    };
  }, [stage, mode, marked, isSeen, calls, isDataOpen]);

  const isDragging = drop !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      stage?.cancelDrag();
    };
    // The frame forwards its key events to this window.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [stage, isDragging]);

  return { boxes, hovered, drop };
}
