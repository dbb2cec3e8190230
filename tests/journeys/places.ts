import type { Locator } from '@playwright/test';

/**
 * Records where an element is from now on, at each frame that the browser draws.
 *
 * @returns How to read its distances from the top of the window, each once, in CSS pixels.
 */
export async function watchPlaces(element: Locator): Promise<() => Promise<readonly number[]>> {
  const places = await element.evaluateHandle((own) => {
    const seen = new Set<number>();
    const look = (): void => {
      seen.add(Math.round(own.getBoundingClientRect().y));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => places.evaluate((seen) => [...seen]);
}
