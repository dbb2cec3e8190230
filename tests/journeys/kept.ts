import { expect, type Page } from '@playwright/test';

/** Waits until the worker has stored everything that the screens of this release need. */
export async function untilKept(page: Page): Promise<void> {
  const lacking = () =>
    page.evaluate(async () => {
      const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/capiz/assets/'));
      const release = JSON.parse(document.getElementById('capiz-release')?.textContent ?? '{}') as {
        name?: string;
      };
      const kept = async (kind: string) =>
        ((await (await caches.match(`/capiz/kept/${kind}`))?.json()) as { name?: string } | undefined)?.name;
      return [
        ...(navigator.serviceWorker.controller === null ? ['controller'] : []),
        ...((await kept('good')) === release.name ? [] : ['release']),
        ...((await kept('bundled')) === undefined ? ['bundled'] : []),
        ...(await Promise.all(files.map(async (path) => ((await caches.match(path)) ? [] : [path])))).flat(),
      ];
    });
  await expect.poll(lacking, { timeout: 30_000 }).toEqual([]);
}
