import type { Page } from '@playwright/test';

/** Every method that the app can have, by the name of its handler. */
const METHODS = [
  'openPage',
  'closeWebView',
  'goHome',
  'goMine',
  'backToLogin',
  'callPhone',
  'goRate',
  'trackPoint',
  'startBank',
  'endBank',
  'openProduct',
  'openRating',
];

export type Message = readonly [method: string, payload: unknown];

/** Simulates an app that accepts every message, and records them, oldest first. */
export async function enterShell(page: Page): Promise<() => Promise<readonly Message[]>> {
  await page.addInitScript((methods) => {
    const sent: [string, unknown][] = [];
    const handler = (name: string) => ({
      postMessage: (payload: unknown) => void sent.push([name, payload]),
    });
    Object.assign(window, {
      sentToShell: sent,
      webkit: { messageHandlers: Object.fromEntries(methods.map((name) => [name, handler(name)])) },
    });
  }, METHODS);
  return () => page.evaluate(() => (window as unknown as { sentToShell: Message[] }).sentToShell);
}

/** Overrides members of a reply's data, by path of the call. */
export async function answerWith(page: Page, path: string, change: object, times?: number): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const reply = await route.fetch();
      const envelope = (await reply.json()) as { data?: object };
      await route.fulfill({ response: reply, json: { ...envelope, data: { ...envelope.data, ...change } } });
    },
    times === undefined ? {} : { times },
  );
}
