import type { Page } from '@playwright/test';
import { LONG } from '../property/settings.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { untilKept } from './kept.ts';
import { expect, PAY_CODE, test, type Visit } from './visit.ts';

/* Check 7: whatever becomes of the server's answers, every screen is there, of the last release that was all there. */

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const send =
  (status: number, body: (text: string) => string): Fault =>
  (reply, { text }) =>
    void reply.writeHead(status, HTML).end(body(text));

/** Somebody changes a word of what the worker keeps. */
async function spoilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cache = await caches.open('capiz-kept');
    const good = await cache.match('/capiz/kept/good');
    const text = (await good?.text()) ?? '';
    await cache.put(
      '/capiz/kept/good',
      new Response(text.replace('html', 'htm1'), { headers: good?.headers ?? {} }),
    );
  });
}

interface Case {
  readonly happen?: Fault | 'refuse' | 'hang';
  readonly isOffline?: true;
  readonly spoil?: (page: Page) => Promise<void>;
  /** What the page is drawn of; default: the last good release. */
  readonly from?: 'bundled';
}

const CASES: { readonly [title: string]: Case } = {
  'a connection that is refused': { happen: 'refuse' },
  'a name that is not found': { isOffline: true },
  'an answer that hangs': { happen: 'hang' },
  'a 403': { happen: send(403, () => '<html><body>Forbidden</body></html>') },
  'a 500': { happen: send(500, () => '<html><body>Internal server error</body></html>') },
  'an empty 200': { happen: send(200, () => '') },
  'a page of somebody': { happen: send(200, () => '<html><body>Sign in to this network</body></html>') },
  'a page that is cut off': { happen: send(200, (text) => text.slice(0, text.length / 2)) },
  'a document without its names': { happen: send(200, (text) => text.replace(/"name":"[\w-]{16}",/, '')) },
  'an older document': { happen: send(200, (text) => text.replace(/"version":\d+/, '"version":7')) },
  'a stored copy that is another now': {
    happen: 'refuse',
    spoil: (page) => spoilKept(page),
    from: 'bundled',
  },
};

const PATHS = [
  '/order',
  '/repay',
  '/aboutUs',
  ...(LONG ? ['/repayDelay', '/complainPage', '/bindBank'] : []),
];
/** Of each fault one in turn; all of them in the long check. */
const pathsOf = (at: number) => (LONG ? PATHS : PATHS.slice(at % PATHS.length, (at % PATHS.length) + 1));
const DOCUMENTS = new RegExp(`^(${PATHS.join('|')})$`);

async function openKept(borrower: Visit, origin: string): Promise<void> {
  await borrower.page.goto(origin + borrower.address('/order'));
  await expect(borrower.page.getByText('Repayment is open')).toBeVisible();
  await untilKept(borrower.page);
}

test('each fault of the server leaves the screens that were kept', async ({
  visit,
  page,
  context,
  baseURL,
}) => {
  // Twelve documents, one of which is waited for.
  test.slow();
  const proxy = new FaultProxy(baseURL ?? '');
  const origin = await proxy.start();
  try {
    const borrower = visit('repayable');
    await openKept(borrower, origin);
    const seen: { [title: string]: (string | null)[] } = {};
    for (const [at, [title, { happen, isOffline, spoil }]] of Object.entries(CASES).entries()) {
      await spoil?.(page);
      // Calls still come through: what is asked is whether the screen is there.
      proxy.fault = happen && { paths: DOCUMENTS, happen };
      await context.setOffline(isOffline === true);
      seen[title] = [];
      for (const path of pathsOf(at)) {
        await page.goto(origin + borrower.address(path));
        await expect(page.getByRole('heading', { level: 1 }), `${title}: ${path}`).toBeVisible();
        await expect(page.getByRole('main'), `${title}: ${path}`).not.toBeEmpty();
        seen[title].push(await page.locator('#capiz-release').getAttribute('data-kept'));
      }
    }
    const drawn = Object.entries(CASES).map(([title, { from = 'good' }], at) => [
      title,
      pathsOf(at).map(() => from),
    ]);
    expect(seen).toEqual(Object.fromEntries(drawn));
  } finally {
    await proxy.stop();
  }
});

test('a server that is lost whole: the order as it was read, and nothing can be paid', async ({
  visit,
  page,
  baseURL,
}) => {
  const proxy = new FaultProxy(baseURL ?? '');
  const origin = await proxy.start();
  try {
    const borrower = visit('repayable');
    await page.goto(origin + borrower.address('/repay'));
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await untilKept(page);
    proxy.fault = { paths: /./, happen: 'refuse' };
    await page.reload();
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await borrower.button('Payment Method').click();
    await borrower.button('Payment').click();
    await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    proxy.fault = undefined;
    expect(await borrower.requests(PAY_CODE)).toEqual([]);
    // Later faults come from the network again.
    await page.reload();
    await expect(page.locator('#capiz-release')).not.toHaveAttribute('data-kept');
  } finally {
    await proxy.stop();
  }
});
