import { useState } from 'react';
import type { StageApi } from '../stage/scene.ts';
import { stageAddress } from '../stage-address.ts';

export type Frames = ReturnType<typeof useFrames>;

/**
 * The visible frame, and the frame that is brought to its state behind it.
 *
 * @param isSlow - On a slow connection the loading itself is shown.
 */
export function useFrames(sceneKey: string, isSlow: boolean | undefined) {
  const [seen, setSeen] = useState<string>();
  /** The stages of the loaded frames, by key. */
  const [doors, setDoors] = useState<ReadonlyMap<string, StageApi>>(new Map());
  const keys = [...new Set([seen, sceneKey].filter((key) => key !== undefined))];
  // The stage of a removed frame is gone with it.
  const kept = [...doors].filter(([key]) => keys.includes(key));
  if (kept.length < doors.size) setDoors(new Map(kept));
  return {
    keys,
    /** Key of the visible frame. */
    seen,
    /** Whether the frame of the current scene is visible. */
    isSeen: seen === sceneKey,
    /** The stage in the frame of the current scene; undefined until it has loaded. */
    stage: doors.get(sceneKey),
    loaded(key: string, frame: HTMLIFrameElement): void {
      const stage = doorOf(frame);
      if (stage !== undefined) {
        setDoors((before) => new Map(before).set(key, stage));
        if (isSlow) setSeen(key);
      }
      // The CSP blocked a navigation inside the frame: load the stage again.
      else if (doors.has(key)) frame.contentWindow?.location.replace(stageAddress());
    },
    /** Makes a frame visible. */
    see: setSeen,
  };
}

/** The stage's API in a frame; undefined if the frame is cross-origin. */
function doorOf({ contentWindow }: HTMLIFrameElement): StageApi | undefined {
  try {
    return contentWindow?.capizStage;
  } catch {
    return undefined;
  }
}
