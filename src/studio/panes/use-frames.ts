import { useState } from 'react';
import type { StageDoor } from '../stage/scene.ts';
import { stageAddress } from '../stage-address.ts';

export type Frames = ReturnType<typeof useFrames>;

/**
 * The visible frame, and the frame that is brought to its state behind it.
 *
 * @param isSlow - On a slow connection the loading itself is shown.
 */
export function useFrames(sceneKey: string, isSlow: boolean | undefined) {
  const [seen, setSeen] = useState<string>();
  /** The frame that loaded last. */
  const [last, setLast] = useState<{ readonly key: string; readonly door: StageDoor }>();
  return {
    keys: [...new Set([seen, sceneKey].filter((key) => key !== undefined))],
    /** Key of the visible frame. */
    seen,
    /** Whether the frame of the current scene is visible. */
    isSeen: seen === sceneKey,
    /** The stage in the frame of the current scene; undefined until it has loaded. */
    door: last?.key === sceneKey ? last.door : undefined,
    loaded(key: string, frame: HTMLIFrameElement): void {
      const door = doorOf(frame);
      if (door !== undefined) {
        setLast({ key, door });
        if (isSlow) setSeen(key);
      }
      // The CSP blocked a navigation inside the frame: load the stage again.
      else if (last?.key === key) frame.contentWindow?.location.replace(stageAddress());
    },
    /** Makes a frame visible. */
    see: setSeen,
  };
}

/** The stage's API in a frame; undefined if the frame is cross-origin. */
function doorOf({ contentWindow }: HTMLIFrameElement): StageDoor | undefined {
  try {
    return contentWindow?.capizStage;
  } catch {
    return undefined;
  }
}
