import type { Page } from '@playwright/test';
import { BORROWER_DATA_ID, BORROWER_HEADER } from '#src/shared/release.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { untilKept } from './kept.ts';
import { expect, test } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/* The service worker and documents with data of one borrower: they stream through it, and it stores none. */

const CANARY = 'canary-amount-4711';
/** Answers an address with a session with a document of its borrower, whose end is sent after `finish`. */
function answerBorrower(): { readonly happen: Fault; readonly finish: () => void } {
  let finish: (() => void) | undefined;
  return {
    happen: (reply, { address, status, text, headers }) => {
      if (!address.includes('sessionId=')) {
        reply.writeHead(status, headers).end(text);
        return;
      }
      const { etag: _, 'content-length': __, ...others } = headers;
      const version = /"version":(\d+)/.exec(text)?.[1] ?? '';
      reply.writeHead(status, { ...others, [BORROWER_HEADER]: version, 'cache-control': 'no-store' });
      const [head = '', end = ''] = text.split('</body>');
      reply.write(`${head}<p id="begun">Begun</p>`);
      const data = `<script type="application/json" id="${BORROWER_DATA_ID}">["${CANARY}"]</script>`;
      finish = () => reply.end(`${data}<p id="ended">Ended</p></body>${end}`);
    },
    finish: () => finish?.(),
  };
}

/** Address and text of everything in the worker’s caches. */
function listCached(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(`${request.url} ${(await (await cache.match(request))?.text()) ?? ''}`);
    }
    return texts;
  });
}

test('a document of one borrower streams through the worker and is in no cache; the screen opens offline', async ({
  visit,
  page,
  context,
  baseURL,
}) => {
  const proxy = new FaultProxy(baseURL ?? '');
  const origin = await proxy.start();
  try {
    const borrower = visit('repayable');
    const repay = origin + borrower.address('/repay');
    await page.goto(repay);
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await untilKept(page);
    // The worker must store the release again, during a visit whose document it passes on.
    await page.evaluate(() => caches.delete('capiz-kept'));

    const { happen, finish } = answerBorrower();
    proxy.fault = { paths: /^\/repay$/, happen };
    await page.goto(repay, { waitUntil: 'commit' });
    await expect(page.locator('#begun'), 'shown while the body is open').toBeAttached();
    finish();
    await expect(page.locator('#ended')).toBeAttached();
    await expect(page.locator('#capiz-release')).not.toHaveAttribute('data-kept');
    await untilKept(page);

    const cached = await listCached(page);
    expect(cached.length).toBeGreaterThan(8);
    expect(cached.filter((text) => text.includes(CANARY) || text.includes(`session-${borrower.id}`))).toEqual(
      [],
    );

    proxy.fault = { paths: /./, happen: 'refuse' };
    await context.setOffline(true);
    await page.goto(repay);
    await expect(page.locator('#capiz-release')).toHaveAttribute('data-kept', /^good /);
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await expect(page.locator(`#${BORROWER_DATA_ID}`)).toHaveCount(0);
  } finally {
    await proxy.stop();
  }
});
