/** Where the device says it is: degrees, and how far off in metres it may be. */
interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

/**
 * What the browser itself answers to a method whose handler begins with `browser:`.
 *
 * @throws Error for a handler that there is not, and what the browser throws where it refuses.
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
