import { type Terminal, UsageError } from './command.ts';

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
  close(): Promise<void>;
}

export type Theme = 'light' | 'dark';

export interface Picture {
  /** Empty for what is seen first; `end` for the end of what is longer than the phone. */
  readonly part: string;
  readonly theme: Theme;
  /** 780x1688 unless the state says another size. */
  readonly png: Uint8Array;
}

/** @param project - Its folder. @throws Error named NoCamera where no picture can be taken here. */
export type OpenCamera = (project: string) => Promise<Camera>;

/**
 * The camera of this terminal.
 *
 * @throws UsageError saying what is missing where no picture can be taken: what could not be looked at is not clean.
 */
export async function openCameraOf({ openCamera }: Terminal, project: string): Promise<Camera> {
  if (openCamera === undefined)
    throw new UsageError('pictures need the built page and the server, which this package has not');
  try {
    return await openCamera(project);
  } catch (error) {
    if (error instanceof Error && error.name === 'NoCamera') throw new UsageError(error.message);
    throw error;
  }
}
