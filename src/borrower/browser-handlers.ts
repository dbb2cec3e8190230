/** The device's position: degrees, and its accuracy in metres. */
interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

/**
 * Answers methods whose handler begins with `browser:`.
 *
 * @throws Error for an unknown handler, and the browser's error if it refuses.
 */
export function ask(handler: string, window: Window): Promise<unknown> {
  if (handler === 'browser:position') return readPosition(window);
  return Promise.reject(new Error(`The browser has no handler ${handler}.`));
}

function readPosition({ navigator }: Window): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const { latitude, longitude, accuracy } = coords;
      resolve({ latitude, longitude, accuracy });
    }, reject);
  });
}
