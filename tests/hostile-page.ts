import type { CDPSession, Page } from '@playwright/test';

/*
 * A page of Chromium that is given something hostile: what it did that it may not. Journeys look at ours so, the bench at
 * other libraries too.
 */

/** How long the main thread may be busy with one thing, in milliseconds of its own time. */
const MOST_BUSY_MS = 2_000;

/** How long a page may say nothing at all before it is given up. */
const PATIENCE_MS = 30_000;

/** How long nothing may be drawn. */
const BLANK_MS = 15_000;
/** How long data may be on its way. */
const BUSY_MS = 2_000;
const BLANK = 'drew nothing';

const GIVEN_UP = Symbol('given up');

/** @returns what comes, or `GIVEN_UP`. */
async function patiently<T>(coming: Promise<T>): Promise<T | typeof GIVEN_UP> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof GIVEN_UP>((done) => {
    timer = setTimeout(() => done(GIVEN_UP), PATIENCE_MS);
  });
  coming.catch(() => undefined);
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class WatchedPage {
  /** Since it was last told: scripts that ran, hosts that were asked, what became of prototypes and of the page itself. */
  readonly #done = new Set<string>();
  /** What the page threw, for whoever wants to know why there is nothing. */
  readonly thrown: string[] = [];
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #origin: string;
  #isGivenUp = false;

  private constructor(page: Page, devtools: CDPSession, origin: string) {
    this.#page = page;
    this.#devtools = devtools;
    this.#origin = origin;
  }

  /** @param origin - The only one that may be asked for anything; nothing reaches another. */
  static async open(page: Page, origin: string): Promise<WatchedPage> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const watched = new WatchedPage(page, devtools, origin);
    await page.exposeBinding('__ran', ({ frame }) => {
      watched.#done.add(`ran a script${frame === page.mainFrame() ? '' : ' in a frame'}`);
    });
    await page.addInitScript(() => {
      window.alert = () => (window as unknown as { __ran: () => void }).__ran();
      const natives = Object.getOwnPropertyNames(Object.prototype).length;
      Object.assign(window, {
        isClean: () => Object.getOwnPropertyNames(Object.prototype).length === natives,
      });
    });
    page.on('dialog', (dialog) => {
      watched.#done.add('opened a dialog');
      void dialog.dismiss();
    });
    page.on('popup', (popup) => {
      watched.#done.add('opened a window');
      void popup.close();
    });
    page.on('crash', () => watched.#done.add('crashed the tab'));
    page.on('pageerror', ({ name, message }) => watched.thrown.push(`${name}: ${message}`));
    await page.route(
      (url) => /^(https?|ftp|wss?):$/.test(url.protocol) && url.origin !== origin,
      (route) => {
        watched.#done.add(`asked ${new URL(route.request().url()).host}`);
        return route.abort();
      },
    );
    return watched;
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Does something with the page; that it took long is told with `what`. */
  async during<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    if (this.#isGivenUp) return undefined;
    const before = await this.#busyMs();
    const result = await patiently(act()).catch(({ message }: Error) => void this.thrown.push(message));
    const after = result === GIVEN_UP ? GIVEN_UP : await patiently(this.#busyMs());
    if (result === GIVEN_UP || after === GIVEN_UP) {
      this.#isGivenUp = true;
      this.#done.add(`hung ${what}`);
      return undefined;
    }
    const seconds = ((after - before) / 1_000).toFixed(1);
    if (after - before > MOST_BUSY_MS) this.#done.add(`stood still ${what}, ${seconds} s`);
    return result;
  }

  /** Opens, types into every text field, taps everything that can be tapped. */
  async tryOut(address: string, typed: string): Promise<void> {
    const page = this.#page;
    await this.during('opening', async () => {
      await page.goto(address);
      // Ours stands in its own element, beside what is said where no script runs; the picture that came with the document does not count.
      const hasWords = () => {
        const page = document.querySelector<HTMLElement>('#capiz, #root');
        return page?.innerText.trim() !== '' && (page?.querySelector(':scope > [inert]') ?? null) === null;
      };
      await page.waitForFunction(hasWords, undefined, { timeout: BLANK_MS }).catch(() => undefined);
      if (!(await page.evaluate(hasWords))) this.#done.add(BLANK);
      // What waits for itself does so for ever.
      const isIdle = () => document.querySelector('main[aria-busy]') === null;
      await page.waitForFunction(isIdle, undefined, { timeout: BUSY_MS }).catch(() => undefined);
    });
    await this.during('typing', () => this.#type(typed));
    await this.during('tapping', () => this.#tap());
    // What came of that, too.
    await this.during('tapping again', () => this.#tap());
    await this.during('at rest', () => this.#lookBack());
  }

  async #type(typed: string): Promise<void> {
    const count = Math.min(await this.#page.locator('input[type=text]').count(), 3);
    for (let at = 0; at < count; at += 1) {
      await this.#page.evaluate((index) => {
        document.querySelectorAll<HTMLInputElement>('input[type=text]')[index]?.focus();
      }, at);
      await this.#page.keyboard.type(typed);
      await this.#page.keyboard.press('Tab');
    }
  }

  #tap(): Promise<void> {
    return this.#page.evaluate(async () => {
      // What stands in a header leads back, and a sound address out, away from what is looked at.
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          'a, button, summary, input[type=button], input[type=submit]',
        ),
      ];
      for (const one of all
        .filter((each) => each.closest('header, [href^="https:"]') === null)
        .slice(0, 40)) {
        one.click();
        await new Promise((done) => setTimeout(done, 0));
      }
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    });
  }

  async #lookBack(): Promise<void> {
    if (!this.#page.url().startsWith(this.#origin)) this.#done.add(`left for ${this.#page.url()}`);
    const isClean = await this.#page.evaluate(() =>
      (window as unknown as { isClean: () => boolean }).isClean(),
    );
    if (!isClean) this.#done.add('wrote into Object.prototype');
  }

  async #busyMs(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }

  /** What it did since it was last told. */
  tell(): readonly string[] {
    const told = [...this.#done];
    this.#done.clear();
    return told;
  }
}
