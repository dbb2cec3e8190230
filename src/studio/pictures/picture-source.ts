import type { Scene } from '../stage/scene.ts';

/** A screen of the live release, or of a draft. */
export interface Pictured {
  readonly screen: string;
  readonly draft?: string | undefined;
  /** Changes with each save of the draft. */
  readonly version?: string | undefined;
}

/** Where small pictures of screens come from. */
export interface PictureSource {
  /** The screen in its first state; undefined if it cannot be rendered. */
  sceneOf(pictured: Pictured): Promise<Scene | undefined>;
  /** Waits until few other pictures are being rendered. @returns a function that ends the turn. */
  takeTurn(): Promise<() => void>;
}

/** Each picture is a page in a frame of this window, so they are rendered one after the other. */
export const AT_ONCE = 2;

/**
 * @param most - Number of turns at a time.
 * @param before - Waited for before each turn.
 */
export function createTurns(
  most: number,
  before: () => Promise<void> = async () => undefined,
): PictureSource['takeTurn'] {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const end = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return async () => {
    if (taken < most) taken += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    await before();
    let isOver = false;
    return () => {
      if (!isOver) end();
      isOver = true;
    };
  };
}
