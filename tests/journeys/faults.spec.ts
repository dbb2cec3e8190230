import type { BrowserContext, Page } from '@playwright/test';
import { contact, expect, NO_ANSWER, PAY_CODE, PAYMENT_PORT, readInPage, test, type Visit } from './visit.ts';

/* Missing or failing features of a device: the page shows a message, or works without. */

async function pay(borrower: Visit): Promise<void> {
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await borrower.button('Payment').click();
  await expect.poll(() => new URL(borrower.page.url()).port).toBe(PAYMENT_PORT);
}

async function reports(page: Page): Promise<string> {
  return await (await page.request.get('/capiz/reference/reports')).text();
}

test.describe('if the script cannot load or run', () => {
  test('blocked: after eight seconds a plain page with phone and e-mail', async ({ visit, page }) => {
    await page.route('**/*.js', (route) => route.abort());
    await readInPage(page);
    await page.goto(visit('repayable').address('/order'));
    const plain = page.getByRole('heading', { name: 'This page could not be opened' });
    await expect(plain).toBeHidden();
    await expect(page.getByText('Order Details')).toBeVisible();
    await expect(plain).toBeVisible({ timeout: 12_000 });
    // The server-rendered placeholder is hidden.
    await expect(page.getByText('Order Details')).toBeHidden();
    await contact(page);
  });

  test('style sheets blocked too: the plain page is there', async ({ visit, page }) => {
    await page.route(/\.(js|css)$/, (route) => route.abort());
    await page.goto(visit('repayable').address('/order'));
    await contact(page);
  });

  test('a script that fails at its start: the plain page', async ({ visit, page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const broken = await context.newPage();
    await broken.route('**/assets/page-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new SyntaxError("too new")' }),
    );
    await broken.goto(visit('repayable').address('/order'));
    await contact(broken);
    await context.close();
    expect(page.url()).toBe('about:blank');
  });

  test('JavaScript disabled: a text with phone and e-mail at once', async ({ visit, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
    const page = await context.newPage();
    const needed = page.getByRole('heading', { name: 'This page needs JavaScript' });
    await readInPage(page);
    await page.goto(visit('repayable').address('/order'));
    await expect(needed).toBeVisible();
    await expect(page.getByText('Order Details')).toBeHidden();
    await contact(page);
    await context.close();
  });
});

test.describe('storage', () => {
  const kinds: { readonly [title: string]: () => void } = {
    'full: every write throws': () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
    'blocked: reading the property throws': () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    },
    'gone: every call throws': () => {
      for (const name of ['getItem', 'setItem', 'removeItem', 'key'] as const) {
        Storage.prototype[name] = () => {
          throw new DOMException('gone', 'InvalidStateError');
        };
      }
    },
  };
  for (const [title, spoil] of Object.entries(kinds)) {
    test(`${title}: the payment works, and one request is sent`, async ({ visit, page }) => {
      await page.addInitScript(spoil);
      const borrower = visit('repayable');
      await borrower.open('/order');
      await borrower.button('Rollover Repayment').click();
      await borrower.button('Payment Method').click();
      await borrower.button('Payment').dblclick();
      await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
      expect(await borrower.requests(PAY_CODE)).toHaveLength(1);
    });

    test(`${title}: a lost answer is still repeated with the same key`, async ({ visit, page }) => {
      await page.addInitScript(spoil);
      const borrower = visit('pay-code-lost');
      await borrower.open('/repay');
      await borrower.button('Payment Method').click();
      await borrower.button('Payment').click();
      await expect(page.getByRole('dialog').getByText(NO_ANSWER)).toBeVisible();
      await borrower.button('Payment').click();
      await expect.poll(() => new URL(page.url()).port).toBe(PAYMENT_PORT);
      const calls = await borrower.requests(PAY_CODE);
      expect(new Set(calls.map((call) => call.headers['idempotency-key'])).size).toBe(1);
      expect(await borrower.payments()).toHaveLength(1);
    });
  }

  test('values written there by other code are not trusted', async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/repay');
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) {
        for (const key of Object.keys(storage))
          if (key !== 'capiz:session') storage.setItem(key, '{"__proto__":{"a":1},"state":7');
      }
      localStorage.setItem('capiz:repayment', '{"defDetail":"<img src=x onerror=alert(1)>"}');
      localStorage.setItem('capiz/intent/pay-code/x', '{"owner":1}');
    });
    await page.reload();
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await pay(borrower);
  });
});

for (const [title, hours] of [
  ['a day ahead', 24],
  ['a day behind', -24],
] as const) {
  test(`with the device clock ${title} the days are counted by the service's clock`, async ({
    visit,
    page,
  }) => {
    const right = visit('due-in-3-days');
    await right.open('/repay');
    await expect(page.getByText(/in 3 days/)).toBeVisible();
    await page.addInitScript((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
    }, hours * 3_600_000);
    const borrower = visit('due-in-3-days');
    await borrower.open('/repay');
    await expect(page.getByText(/in 3 days/)).toBeVisible();
  });
}

test.describe('the network', () => {
  const flip = async (context: BrowserContext, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await context.setOffline(true);
      await context.setOffline(false);
    }
  };

  test('offline and online in quick turns: the content stays, and the buttons work', async ({
    visit,
    page,
    context,
  }) => {
    const borrower = visit('repayable');
    await borrower.open('/order');
    await expect(borrower.button('REPAY')).toBeVisible();
    await flip(context, 6);
    await expect(page.getByText(/You are offline/)).toHaveCount(0);
    await borrower.button('REPAY').click();
    await expect(page).toHaveURL(/\/repay\?/);
  });

  test('offline before the data arrives: shows a message, and loads by itself when online', async ({
    visit,
    page,
    context,
  }) => {
    const borrower = visit('repayable');
    await page.route('**/v3/loan-details/loan-details*', (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    await borrower.open('/order');
    await expect(borrower.button('Try again')).toBeVisible();
    await context.setOffline(true);
    await borrower.button('Try again').click();
    await expect(page.getByText('You are offline').first()).toBeVisible();
    await context.setOffline(false);
    await expect(borrower.button('REPAY')).toBeVisible({ timeout: 10_000 });
  });
});

/** Requests for one plan, or for the complete release. */
const GENUINE = /\/capiz\/(plans|releases)\//;

test.describe('without a worker that has stored the plans', () => {
  test('a screen whose plan cannot be loaded shows a message and a button to try again', async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await page.route(GENUINE, (route) => route.abort());
    await borrower.open('/order');
    await borrower.button('REPAY').click();
    await expect(page.getByText('We could not open this page')).toBeVisible();
    await page.unroute(GENUINE);
    await borrower.button('Try again').click();
    await expect(borrower.button('Payment Method')).toBeVisible();
  });

  const plans: { readonly [title: string]: (text: string) => string } = {
    newer: (text) => text.replace(/"grammar":\d+/, '"grammar":999'),
    'damaged, an empty record': () => '{}',
    'damaged, null': () => 'null',
    'damaged, inside': (text) => text.replace('"data":{', '"data":{"odd":null,'),
    'another one than the release names': (text) => `${text} `,
  };
  for (const [title, change] of Object.entries(plans)) {
    test(`a plan that is ${title}: the page stays, shows a message and sends a report`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('repayable');
      await page.route(GENUINE, async (route) => {
        // Other screens are prefetched too, possibly after the end of the test.
        const reply = await route.fetch().catch(() => undefined);
        const text = await reply?.text().catch(() => undefined);
        if (reply !== undefined && text !== undefined)
          await route.fulfill({ response: reply, body: change(text) }).catch(() => undefined);
      });
      await borrower.open('/order');
      await borrower.button('REPAY').click();
      await expect(page).toHaveURL(/\/repay\?/);
      await expect(page.getByRole('heading', { name: 'This page cannot be shown safely' })).toBeVisible();
      await expect.poll(() => reports(page)).toContain('plan/refused');
      await page.goBack();
      await expect(borrower.button('REPAY')).toBeVisible();
    });
  }
});

test.describe("a widget's code", () => {
  test('cannot be loaded: an error box with a button to try again, one report, and everything else works', async ({
    visit,
    page,
  }) => {
    await page.route('**/assets/more-fields-*.js', (route) => route.abort());
    const borrower = visit('popup-rating');
    await borrower.open('/order');
    await expect(page.getByRole('dialog', { name: 'Rate us' })).toBeVisible();
    await expect.poll(() => reports(page)).toContain('widget/unavailable');
    await expect(page.getByText('This part could not be shown.')).toBeVisible();
    await page.unroute('**/assets/more-fields-*.js');
    await borrower.button('Try again').click();
    await expect(page.getByRole('radiogroup')).toBeVisible();
    await borrower.button('Close').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Repayment is open')).toBeVisible();
  });

  test('throws: a small error box, one report, and everything else works', async ({ visit, page }) => {
    await page.route('**/assets/more-fields-*.js', async (route) => {
      const reply = await route.fetch();
      const name = /export\s*\{\s*\w+ as (\w+)/.exec(await reply.text())?.[1] ?? 'rating';
      const body = `export const ${name} = { type: 'rating', Widget: () => { throw new RangeError('planted') } };`;
      await route.fulfill({ response: reply, body });
    });
    const borrower = visit('popup-rating');
    await borrower.open('/order');
    const dialog = page.getByRole('dialog', { name: 'Rate us' });
    await expect(dialog.getByText('This part could not be shown.')).toBeVisible();
    await expect.poll(() => reports(page)).toContain('widget/threw');
    await borrower.button('Close').click();
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await borrower.button(/^(REPAY|Repayment)$/).click();
    await expect(page).toHaveURL(/\/repay\?/);
  });
});

/** Changes the plan in the document before the page reads it. */
async function spoilPlan(page: Page, path: string, change: (text: string) => string): Promise<void> {
  await page.route(`**${path}?*`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: change(await reply.text()) });
  });
}

test('an unknown critical widget replaces the screen by a message, and nothing can be sent', async ({
  visit,
  page,
}) => {
  await spoilPlan(page, '/repay', (text) => text.replace('"type":"amount"', '"type":"amount-of-tomorrow"'));
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await expect(page.getByText('This page cannot be shown safely. Please try again later.')).toBeVisible();
  await expect(borrower.button('Payment Method')).toHaveCount(0);
});

test('an unknown decorative widget is left out, and everything else works', async ({ visit, page }) => {
  await spoilPlan(page, '/repay', (text) => text.replace('"type":"image"', '"type":"hologram"'));
  const borrower = visit('repayable');
  await pay(borrower);
});

test('an unknown action shows a message for the borrower', async ({ visit, page }) => {
  await spoilPlan(page, '/repay', (text) => text.replace('"do":"copy"', '"do":"teleport"'));
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button('copy').click();
  await expect(page.getByText('Press and hold the code to copy it.').first()).toBeVisible();
});

test("a `back` without history opens the application's home", async ({ visit, page, baseURL }) => {
  const borrower = visit('repayable');
  // Replaces the tab's first entry, so that there is no blank page below.
  const address = new URL(borrower.address('/setting'), baseURL).href;
  await page.evaluate((to) => window.location.replace(to), address);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Small loans, clear terms' })).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About Us', exact: true })).toBeInViewport();
});
