import type { Camera } from '#src/testing/camera.ts';
import { type Terminal, UsageError } from './command.ts';

/**
 * Opens the browser that this terminal takes screenshots with.
 * @throws UsageError with what is missing if no screenshot can be taken: a skipped check must not pass.
 */
export async function openCameraOf({ openCamera, err }: Terminal, project: string): Promise<Camera> {
  if (openCamera === undefined)
    throw new UsageError('screenshots need the built page and the server, which this package has not');
  try {
    return await openCamera(project, (line) => err(`${line}\n`));
  } catch (error) {
    if (error instanceof Error && error.name === 'NoCamera') throw new UsageError(error.message);
    throw error;
  }
}
