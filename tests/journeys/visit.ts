import { randomBytes } from 'node:crypto';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';

/** A call as the simulated loan service received it. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** A borrower of one scenario, with their own order. */
export class Visit {
  readonly page: Page;
  readonly orderId: string;
  readonly id: string;
  readonly #request: APIRequestContext;

  constructor(page: Page, request: APIRequestContext, scenario: string) {
    this.page = page;
    this.#request = request;
    this.id = randomBytes(4).toString('hex');
    this.orderId = `${scenario}-${this.id}`;
  }

  address(path: string, more: Record<string, string> = {}): string {
    const parameters = new URLSearchParams({
      orderId: this.orderId,
      productId: '1203',
      userId: `user-${this.id}`,
      sessionId: `session-${this.id}`,
      deviceId: `device-${this.id}`,
      building: `device-${this.id}`,
      gather: `session-${this.orderId}`,
      swift: `device-${this.id}`,
      eyes: `session-${this.orderId}`,
      ...more,
    });
    return `${path}?${parameters}`;
  }

  /** Resolves when the page itself is rendered, instead of its unusable placeholder. */
  async open(path: string, more?: Record<string, string>): Promise<void> {
    await this.page.goto(this.address(path, more));
    await expect(this.page.locator('#capiz > [inert]')).toHaveCount(0);
  }

  async requests(path?: string): Promise<Recorded[]> {
    const reply = await this.#request.get(`/capiz/reference/requests?orderId=${this.orderId}`);
    const all = (await reply.json()) as Recorded[];
    return path === undefined ? all : all.filter((one) => one.path.split('?')[0] === path);
  }

  /** Payments that the service made for this order. */
  async payments(): Promise<readonly unknown[]> {
    const reply = await this.#request.get(`/capiz/reference/order?orderId=${this.orderId}`);
    return ((await reply.json()) as { payments: readonly unknown[] }).payments;
  }

  /** The same borrower in another tab. */
  inTab(page: Page): Visit {
    const other = new Visit(page, this.#request, '');
    return Object.assign(other, { orderId: this.orderId, id: this.id });
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Names of the buttons in the bottom bar, top to bottom. */
  async bar(): Promise<string[]> {
    return await this.page.getByRole('contentinfo').getByRole('button').allInnerTexts();
  }
}

/** Overrides the configuration, for a page that is opened at this path. */
export async function configure(page: Page, path: string, group: string, values: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const reply = await route.fetch();
      const changed = (await reply.text()).replace(
        /(<script type="application\/json"[^>]*>)(.*?)(<\/script>)/s,
        (_, open: string, json: string, close: string) => {
          const release = JSON.parse(json) as { app: { plan: { config: { [group: string]: object } } } };
          const { config } = release.app.plan;
          config[group] = { ...config[group], ...values };
          return open + JSON.stringify(release).replaceAll('<', '\\u003c') + close;
        },
      );
      await route.fulfill({ response: reply, body: changed });
    },
  );
}

/** The port of the simulator's payment page: one above the page's. */
export const PAYMENT_PORT = String(Number(process.env.CAPIZ_TEST_PORT ?? 4273) + 1);

/** The text for a payment with an unknown result. */
export const NO_ANSWER = 'We got no answer. Tap Payment to try again. It will count as one payment only.';

export const PAY_CODE = '/v3/loan-details/generate-vcode';

/** From now on only the test advances the page's clock. The clock must be installed. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** Advances a paused clock by the time that the awaited element needs to render. */
export async function runUntilSeen(page: Page, sought: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(sought).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 30_000 });
}

/** Taps an option on its words, as a borrower does, because its input is invisible. */
export async function mark(option: Locator): Promise<void> {
  await option.locator('xpath=ancestor::label[1]').click();
  await expect(option).toBeChecked();
}

/** Routes of files, which do not answer calls. */
const FILES = /capiz|healthz|assets|\.(js|css|svg|png)/;

/**
 * From now on the page of this browser asks for its data itself: it gets everybody's document, as every prefetch does.
 * For tests that answer calls in the browser, and for those about the placeholder.
 */
export async function readInPage(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'Sec-Purpose': 'prefetch' });
}

/** `visit('repayable')` is a borrower of that scenario; every journey asserts that the page's policy was not violated. */
export const test = base.extend<{ visit: (scenario: string) => Visit; violations: string[] }>({
  page: async ({ page }, use) => {
    const route = page.route.bind(page);
    page.route = async (url, ...more) => {
      if (typeof url === 'function' || !FILES.test(String(url))) await readInPage(page);
      return route(url, ...more);
    };
    await use(page);
  },
  violations: async ({ page }, use) => {
    const violations: string[] = [];
    await page.exposeFunction('__capizViolation', (text: string) => violations.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { __capizViolation } = window as unknown as { __capizViolation(text: string): void };
        __capizViolation(
          `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
        );
      });
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      if (request.postData()?.includes('page/rendered-otherwise')) errors.push('The page renders otherwise.');
    });
    await use(violations);
    expect(errors, 'uncaught errors').toEqual([]);
  },
  visit: async ({ page, request, violations }, use) => {
    await use((scenario) => new Visit(page, request, scenario));
    expect(violations, 'violations of the content security policy').toEqual([]);
  },
});

export { expect };

/** Expects a phone number and an e-mail address on the page. */
export async function contact(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: '+63 2 8000 0000' }).first()).toBeVisible({ timeout: 10_000 });
  await expect(page.getByRole('link', { name: 'help@example.com' }).first()).toBeVisible();
}
