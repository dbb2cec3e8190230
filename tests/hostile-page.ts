import type { CDPSession, Page } from '@playwright/test';

/*
 * A Chromium page with hostile input: records forbidden effects. Journeys use it for our page, the bench also for other
 * libraries.
 */

/** Maximum duration of one task on the main thread, in ms of CPU time. */
const MOST_BUSY_MS = 2_000;

/** A page without any response for so long is given up, in ms. */
const PATIENCE_MS = 30_000;

/** Maximum time without rendered content, in ms. */
const BLANK_MS = 15_000;
/** Maximum time of a loading state, in ms. */
const BUSY_MS = 2_000;
const BLANK = 'drew nothing';

const GIVEN_UP = Symbol('given up');

/** @returns The result, or `GIVEN_UP`. */
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
  /** Effects since the last report: executed scripts, contacted hosts, changed prototypes, changes of the page itself. */
  readonly #done = new Set<string>();
  /** Errors that the page threw, which help to debug a failed journey. */
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

  /** @param origin - The only origin that may be contacted; calls to others are blocked. */
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

  /** Runs an action on the page; reports a long task under `what`. */
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

  /** Opens the page, types into every text field, taps every control. */
  async tryOut(address: string, typed: string): Promise<void> {
    const page = this.#page;
    await this.during('opening', async () => {
      await page.goto(address);
      // Our page has its own element, beside a text for browsers without scripts; the server-rendered placeholder does not count.
      const hasWords = () => {
        const page = document.querySelector<HTMLElement>('#capiz, #root');
        return page?.innerText.trim() !== '' && (page?.querySelector(':scope > [inert]') ?? null) === null;
      };
      await page.waitForFunction(hasWords, undefined, { timeout: BLANK_MS }).catch(() => undefined);
      if (!(await page.evaluate(hasWords))) this.#done.add(BLANK);
      // A page that waits for itself never becomes idle.
      const isIdle = () => document.querySelector('main[aria-busy]') === null;
      await page.waitForFunction(isIdle, undefined, { timeout: BUSY_MS }).catch(() => undefined);
    });
    await this.during('typing', () => this.#type(typed));
    await this.during('tapping', () => this.#tap());
    // Tap also what the first taps have added.
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
      // The header's controls lead back, and valid links lead away from the tested page.
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

  /** The effects since the last call. */
  tell(): readonly string[] {
    const told = [...this.#done];
    this.#done.clear();
    return told;
  }
}
