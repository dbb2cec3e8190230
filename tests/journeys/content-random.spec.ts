import type { Browser, Page } from '@playwright/test';
import { LONG, SEED } from '../property/settings.ts';
import { keepsRendered, openRenderedAt, SCRIPTS, untilTaken, watchRendered } from './rendered-page.ts';
import { expect, test, Visit } from './visit.ts';

/* Random typing and tapping while the page takes over the screen that the server rendered. */

const RUNS = LONG ? 500 : 6;
const SAVE = '/fixing/v3/bind-card/bind-card-new';
const PLAN = '/v3/installment/loan-play-detail';

test.setTimeout(LONG ? 4 * 3_600_000 : 180_000);

/** Numbers from 0 to below 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A text box as a person expects it. */
interface Typed {
  value: string;
  start: number;
  end: number;
}

/** What a person does in the text boxes of the bank form, and what they then expect. */
class Typist {
  readonly #page: Page;
  readonly #random: () => number;
  readonly #boxes = new Map<string, Typed>();
  #active: string | undefined;

  constructor(page: Page, random: () => number) {
    this.#page = page;
    this.#random = random;
  }

  async begin(): Promise<void> {
    for (const label of ['Account number', 'Note']) {
      const value = await this.#page.getByLabel(label).inputValue();
      this.#boxes.set(label, { value, start: 0, end: 0 });
    }
    await this.tapBox();
  }

  valueOf(label: string): string {
    return this.#boxes.get(label)?.value ?? '';
  }

  async act(): Promise<string> {
    const active = this.#active === undefined ? undefined : this.#boxes.get(this.#active);
    const chance = this.#random();
    if (active === undefined || chance < 0.08) return await this.tapBox();
    if (chance < 0.14) return await this.tab();
    if (chance < 0.2) return await this.tapWords();
    if (chance < 0.3) return await this.press('Backspace', active);
    if (chance < 0.37) return await this.press('ArrowLeft', active);
    if (chance < 0.41) return await this.press('ArrowRight', active);
    if (chance < 0.44) return await this.press('Home', active);
    if (chance < 0.47) return await this.press('End', active);
    if (chance < 0.51 && active.start === active.end) return await this.select(active);
    if (chance < 0.57 && active.value !== '' && active.value.length < 12) return await this.paste(active);
    return await this.type(active);
  }

  /** What differs from the expectation. */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const [label, { value }] of this.#boxes) {
      const shown = await this.#page.getByLabel(label).inputValue();
      if (shown !== value) found.push(`${label} is "${shown}", not "${value}"`);
    }
    const now = await this.#look();
    if (now.label !== this.#active) found.push(`the focus is on ${now.label}, not on ${this.#active}`);
    const active = this.#active === undefined ? undefined : this.#boxes.get(this.#active);
    if (active !== undefined && (now.start !== active.start || now.end !== active.end))
      found.push(`the caret is at ${now.start}–${now.end}, not at ${active.start}–${active.end}`);
    return found;
  }

  async type(active: Typed): Promise<string> {
    const signs = this.#active === 'Note' ? 'abcdefghijklmnopqrstuvwxyz' : '0123456789';
    const text = Array.from(
      { length: 1 + Math.floor(this.#random() * 4) },
      () => signs[Math.floor(this.#random() * signs.length)],
    ).join('');
    insert(active, text);
    await this.#page.keyboard.type(text);
    return `types ${text}`;
  }

  async paste(active: Typed): Promise<string> {
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.press('ControlOrMeta+c');
    await this.#page.keyboard.press('End');
    await this.#page.keyboard.press('ControlOrMeta+v');
    Object.assign(active, { start: active.value.length, end: active.value.length });
    insert(active, active.value);
    return 'pastes';
  }

  async select(active: Typed): Promise<string> {
    active.start = Math.max(0, active.start - 1);
    await this.#page.keyboard.press('Shift+ArrowLeft');
    return 'selects';
  }

  async press(
    key: 'Backspace' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End',
    active: Typed,
  ): Promise<string> {
    const isSelected = active.start !== active.end;
    const moveTo = (at: number) => {
      active.start = active.end = Math.min(active.value.length, Math.max(0, at));
    };
    if (key === 'Backspace') {
      if (!isSelected) active.start = Math.max(0, active.start - 1);
      insert(active, '');
    }
    if (key === 'ArrowLeft') moveTo(isSelected ? active.start : active.start - 1);
    if (key === 'ArrowRight') moveTo(isSelected ? active.end : active.end + 1);
    if (key === 'Home') moveTo(0);
    if (key === 'End') moveTo(active.value.length);
    await this.#page.keyboard.press(key);
    return `presses ${key}`;
  }

  async tapBox(): Promise<string> {
    const labels = [...this.#boxes.keys()];
    const label = labels[Math.floor(this.#random() * labels.length)] ?? '';
    await this.#page.getByLabel(label).click();
    await this.#adopt();
    return `taps ${label}`;
  }

  async tapWords(): Promise<string> {
    await this.#page.locator('.cz-section-title').first().click();
    await this.#adopt();
    return 'taps words';
  }

  async tab(): Promise<string> {
    await this.#page.keyboard.press('Tab');
    await this.#adopt();
    return 'presses Tab';
  }

  /** The browser chose the focus and the caret. */
  async #adopt(): Promise<void> {
    const { label, start, end } = await this.#look();
    this.#active = label;
    const box = label === undefined ? undefined : this.#boxes.get(label);
    if (box !== undefined) Object.assign(box, { start, end });
  }

  async #look(): Promise<{ label: string | undefined; start: number; end: number }> {
    return await this.#page.evaluate(
      (labels) => {
        const active = document.activeElement;
        if (!(active instanceof HTMLInputElement)) return { label: undefined, start: 0, end: 0 };
        const words = active.labels?.[0]?.textContent ?? '';
        const { selectionStart, selectionEnd } = active;
        const label = labels.find((one) => words.startsWith(one));
        return { label, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
      },
      [...this.#boxes.keys()],
    );
  }
}

function insert(box: Typed, text: string): void {
  box.value = box.value.slice(0, box.start) + text + box.value.slice(box.end);
  box.start = box.end = box.start + text.length;
}

/** A page on which every script arrives after a random time. In the long run also on a slow phone. */
async function openSlow(browser: Browser, baseURL: string, random: () => number) {
  const context = await browser.newContext({
    ...{ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' },
    ...{ permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
  });
  const tapsOn = await watchRendered(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.route(SCRIPTS, async (route) => {
    await page.waitForTimeout(random() * 900).catch(() => undefined);
    await route.continue().catch(() => undefined);
  });
  if (LONG) {
    const devtools = await context.newCDPSession(page);
    const slow4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow4G });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  return { context, page, faults, tapsOn };
}

/** Taps where an element is, also on a disabled button. */
async function tapAt(page: Page, selector: string, words: string): Promise<void> {
  const places = page.locator(selector, { hasText: words }).evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );
  // A tap may have opened another page.
  const [place] = await places.catch(() => []);
  if (place !== undefined) await page.touchscreen.tap(place.x, place.y);
}

test('random typing into the bank form while the scripts come: no character, focus or caret is lost', async ({
  browser,
  baseURL,
  request,
}) => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = numbersOf(SEED + run);
    const { context, page, faults } = await openSlow(browser, baseURL ?? '', random);
    const borrower = new Visit(page, request, 'bank-filled');
    await openRenderedAt(borrower, '/bindBank', { lang: 'source' });
    const typist = new Typist(page, random);
    await typist.begin();
    const done: string[] = [];
    const told = () => `run ${run}, seed ${SEED}: ${done.join(', ')}`;
    for (let act = 0, isTakenOver = false; act < 10 || !isTakenOver; act += 1) {
      done.push(await typist.act());
      expect(await typist.differences(), told()).toEqual([]);
      isTakenOver = (await page.locator('#capiz-content').count()) === 0;
    }
    await untilTaken(page);
    expect(await keepsRendered(page), told()).toBe(true);
    if (typist.valueOf('Account number') === '') await page.getByLabel('Account number').fill('7');
    const [number, note] = [typist.valueOf('Account number') || '7', typist.valueOf('Note')];
    await borrower.button('Next').click();
    await expect.poll(async () => (await borrower.requests(SAVE)).length).toBe(1);
    const [call] = await borrower.requests(SAVE);
    const sent = new URLSearchParams(call?.body);
    expect([sent.get('cardNo'), sent.get('note')], told()).toEqual([number, note]);
    expect(faults, told()).toEqual([]);
    await context.close();
  }
});

test('random taps while the scripts come: each tap on an enabled button acts once, each other tap never', async ({
  browser,
  baseURL,
  request,
}) => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = numbersOf(SEED + 5_000 + run);
    const { context, page, faults, tapsOn } = await openSlow(browser, baseURL ?? '', random);
    const [path, name, call, scenario] =
      run % 2 === 0
        ? (['/order', 'REPAY', PLAN, 'repayable'] as const)
        : (['/bindBank', 'Next', SAVE, 'bank-filled'] as const);
    const borrower = new Visit(page, request, scenario);
    await openRenderedAt(borrower, path, { lang: 'source' });
    let taps = 0;
    for (let tap = 0; tap < 60 && taps === 0; tap += 1) {
      await (random() < 0.7 ? tapAt(page, 'button', name) : tapAt(page, 'h1', ''));
      // The page tells of a tap a moment later.
      await page.waitForTimeout(100);
      taps = tapsOn(name);
      if (taps === 0) expect(await borrower.requests(call), `run ${run}, seed ${SEED}`).toEqual([]);
      await page.waitForTimeout(random() * 60);
    }
    expect(taps, `run ${run}, seed ${SEED}`).toBe(1);
    await expect.poll(async () => (await borrower.requests(call)).length).toBe(1);
    await page.waitForTimeout(200);
    expect(await borrower.requests(call), `run ${run}, seed ${SEED}`).toHaveLength(1);
    expect(faults, `run ${run}, seed ${SEED}`).toEqual([]);
    await context.close();
  }
});
