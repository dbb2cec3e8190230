import { useEffect, useEffectEvent, useRef } from 'react';
import type { Selection } from '../model/outline.ts';
import type { StageApi } from '../stage/scene.ts';
import type { PreviewProps } from './preview-props.ts';
import type { Frames } from './use-frames.ts';

/**
 * Shows the scene in its frame, and scrolls the selection into view.
 *
 * @param layout - Changes when the phone is scaled or its pane is resized.
 */
export function useShownScene(
  { stage, isSeen, seen, see }: Frames,
  marked: readonly string[],
  { sceneKey, scene, selection, onEnd }: PreviewProps,
  layout: string,
): void {
  const end = useEffectEvent(onEnd);
  /** The last selection that was scrolled into view. */
  const revealed = useRef<Selection>(undefined);
  const selectedNow = useEffectEvent(() => selection);
  const reveal = useEffectEvent(() => {
    const [first] = marked;
    if (isSeen && first !== undefined) void stage?.reveal(first);
  });
  // Prefetch code after the first paint; all frames share the browser's cache.
  const prepare = useEffectEvent((at: StageApi) => {
    if (seen === undefined) at.fetchAll();
  });

  useEffect(() => {
    if (stage === undefined) return;
    // Scroll only after own edits, which can move or create the selected node. Another person's edit must not scroll.
    const isOwn = revealed.current !== selectedNow();
    let isCurrent = true;
    void stage.show(scene).then((how) => {
      if (!isCurrent || how === 'overtaken') return;
      prepare(stage);
      see(sceneKey);
      end(how);
      // Scroll after the browser has rendered the typed character.
      if (isOwn) setTimeout(reveal);
    });
    return () => {
      isCurrent = false;
    };
  }, [stage, scene, sceneKey, see]);
  // After a resize, for example when the JSON pane opens, the selection may be out of view.
  useEffect(() => reveal(), [stage, marked, isSeen, layout]);
  useEffect(() => {
    revealed.current = selection;
  }, [selection]);
}
