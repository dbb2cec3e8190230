/**
 * What takes pictures of a project's screens; bin/camera.mjs is the only one, and the package for other teams has none:
 * it needs the built page, the server and a Chromium.
 */
export interface Camera {
  /** All that pictures depend on beside the project. */
  readonly environment: string;
  readonly states: readonly { readonly screen: string; readonly name: string }[];
  /** @throws Error saying what was waited for in vain. */
  shoot(
    state: Camera['states'][number],
    options?: { readonly themes?: readonly Theme[]; readonly language?: string },
  ): Promise<readonly Picture[]>;
  /** @returns Undefined where both are the same to the pixel. */
  compare(before: Uint8Array, after: Uint8Array): PictureDifference | undefined;
  close(): Promise<void>;
}

export interface PictureDifference {
  /** How many pixels differ, and of how many. */
  readonly pixels: number;
  readonly of: number;
  /** Around all of them, in pixels of the picture. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** PNG of what differs, in red over nothing. */
  readonly picture: Uint8Array;
}

export type Theme = 'light' | 'dark';

export interface Picture {
  /** Empty for what is seen first; `end` for the end of what is longer than the phone. */
  readonly part: string;
  readonly theme: Theme;
  /** 780x1688 unless the state says another size. */
  readonly png: Uint8Array;
}

/**
 * @param project - Its folder.
 * @param tell - Gets a line before each step that takes long.
 * @throws Error named NoCamera where no picture can be taken here.
 */
export type OpenCamera = (project: string, tell: (line: string) => void) => Promise<Camera>;
