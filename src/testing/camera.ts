/**
 * Takes screenshots of a project's screens. bin/camera.mjs is the only implementation; the package for other teams has
 * none, because it needs the built page, the server and Chromium.
 */
export interface Camera {
  /** What screenshots depend on, apart from the project. */
  readonly environment: string;
  readonly states: readonly { readonly screen: string; readonly name: string }[];
  /** @throws Error that says what did not appear. */
  shoot(
    state: Camera['states'][number],
    options?: { readonly themes?: readonly Theme[]; readonly language?: string },
  ): Promise<readonly Screenshot[]>;
  /** @returns Undefined if both are equal to the pixel. */
  compare(before: Uint8Array, after: Uint8Array): ScreenshotDifference | undefined;
  close(): Promise<void>;
}

export interface ScreenshotDifference {
  /** Number of different pixels, and of all pixels. */
  readonly pixels: number;
  readonly of: number;
  /** The bounding box of the difference, in pixels of the screenshot. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** PNG of the difference, in red on a transparent ground. */
  readonly picture: Uint8Array;
}

export type Theme = 'light' | 'dark';

export interface Screenshot {
  /** Empty for the first view; `end` for the end of a page that is longer than the phone. */
  readonly part: string;
  readonly theme: Theme;
  /** 780x1688 unless the state has another size. */
  readonly png: Uint8Array;
}

/**
 * @param project - The project's folder.
 * @param tell - Called with a line before each slow step.
 * @throws Error named NoCamera if no screenshots can be taken on this machine.
 */
export type OpenCamera = (project: string, tell: (line: string) => void) => Promise<Camera>;
