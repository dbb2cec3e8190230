import type { Camera } from '#src/testing/camera.ts';
import { type Terminal, UsageError } from './command.ts';

/**
 * The camera of this terminal.
 *
 * @throws UsageError saying what is missing where no picture can be taken: what could not be looked at is not clean.
 */
export async function openCameraOf({ openCamera, err }: Terminal, project: string): Promise<Camera> {
  if (openCamera === undefined)
    throw new UsageError('pictures need the built page and the server, which this package has not');
  try {
    return await openCamera(project, (line) => err(`${line}\n`));
  } catch (error) {
    if (error instanceof Error && error.name === 'NoCamera') throw new UsageError(error.message);
    throw error;
  }
}
