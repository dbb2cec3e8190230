import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { LONG, SEED } from '../property/settings.ts';
import { OwnServer } from './own-server.ts';
import {
  holdScripts,
  keepsRendered,
  openRenderedAt,
  SCRIPTS,
  untilTaken,
  watchRendered,
} from './rendered-page.ts';
import { expect, test, Visit } from './visit.ts';

/* Documents with the screen and its data: what a borrower reads, types and taps before the page takes the screen over. */

const RUNS = LONG ? 500 : 6;
const SAVE = '/fixing/v3/bind-card/bind-card-new';
const PLAN = '/v3/installment/loan-play-detail';

test.setTimeout(LONG ? 4 * 3_600_000 : 180_000);
test.beforeEach(async ({ context }) => void (await watchRendered(context)));

test.describe('with scripts that never come', () => {
  for (const [screen, path, scenario, words] of [
    ['order', '/order', 'repayable', ['Repayment is open', 'Sunrise Cash', /₱[\d,]+\.\d\d/, /\d{4}/]],
    ['repay', '/repay', 'repayable', ['₱3,412.50', /\d{4}/]],
    ['rollover', '/repayDelay', 'repayable', ['₱525.00', /\d{4}/]],
    ['bank form', '/bindBank', 'bank-filled', ['Account number', 'Baguio']],
  ] as const) {
    test(`the ${screen} can be read, its buttons wait, and no data is asked for`, async ({ visit, page }) => {
      await holdScripts(page);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(request.url());
      });
      const borrower = visit(scenario);
      await openRenderedAt(borrower, path);
      const screenshot = page.locator('#capiz-content');
      for (const word of words) await expect(screenshot.getByText(word).first()).toBeVisible();
      await expect(page.locator('#capiz')).toBeHidden();
      await expect(screenshot.locator('button:enabled, input[type=checkbox]:enabled')).toHaveCount(0);
      for (const link of await screenshot.locator('a').all()) await expect(link).toHaveAttribute('href', /./);
      expect(asked).toEqual([]);
    });
  }

  test('Return in a text box sends nothing and stays on the page', async ({ visit, page }) => {
    await holdScripts(page);
    const borrower = visit('bank-filled');
    await openRenderedAt(borrower, '/bindBank');
    const address = page.url();
    await page.getByLabel('Note').press('Enter');
    await page.waitForTimeout(100);
    expect(page.url()).toBe(address);
    expect(await borrower.requests(SAVE)).toEqual([]);
  });
});

test('the page does not ask for data that came with its document', async ({ visit, page }) => {
  for (const [path, call, scenario] of [
    ['/order', '/v3/loan-details/loan-details', 'repayable'],
    ['/repay', PLAN, 'repayable'],
    ['/bindBank', '/fixing/v3/bind-card/card-init', 'bank-filled'],
  ] as const) {
    const release = await holdScripts(page);
    const borrower = visit(scenario);
    await openRenderedAt(borrower, path);
    const before = (await borrower.requests(call)).length;
    expect(before, path).toBeGreaterThan(0);
    release();
    await untilTaken(page);
    await page.waitForTimeout(300);
    expect(await keepsRendered(page), path).toBe(true);
    expect(await borrower.requests(call), path).toHaveLength(before);
  }
});

test('a rendered screen stays until the page has its own data, and what was typed stays', async ({
  visit,
  page,
}) => {
  const borrower = visit('bank-filled');
  // The tab stores a value of the session that the second address does not have: the server renders without it.
  await openRenderedAt(borrower, '/bindBank', { appVersion: '7' });
  await untilTaken(page);
  const releaseScripts = await holdScripts(page);
  await openRenderedAt(borrower, '/bindBank');
  const releaseData = await holdScripts(page, /card-init/);
  await page.getByLabel('Note').fill('by hand');
  const asked = page.waitForRequest(/card-init/);
  releaseScripts();
  await asked;
  await page.waitForTimeout(1_500);
  await expect(page.locator('#capiz-content')).toBeVisible();
  releaseData();
  await untilTaken(page);
  expect(await keepsRendered(page)).toBe(false);
  await expect(page.getByLabel('Note')).toHaveValue('by hand');
  await expect(page.getByLabel('Note')).toBeFocused();
});

test('a composition of an input method is not interrupted', async ({ visit, page }) => {
  const releaseOthers = await holdScripts(page, /\/capiz\/assets\/(?!page-).*\.js$/);
  const releaseFirst = await holdScripts(page, /\/capiz\/assets\/page-.*\.js$/);
  const borrower = visit('bank-filled');
  await openRenderedAt(borrower, '/bindBank');
  const note = page.getByLabel('Note');
  await note.click();
  await page.keyboard.type('a');
  const devtools = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await compose('n');
  const main = page.waitForResponse(/\/capiz\/assets\/page-[\w-]+\.js$/);
  releaseFirst();
  await (await main).finished();
  await page.waitForFunction(() => !window.location.search.includes('sessionId'));
  await compose('ni');
  releaseOthers();
  await page.waitForTimeout(1_500);
  await expect(page.locator('#capiz-content')).toBeAttached();
  await compose('nih');
  await expect(note).toHaveValue('anih');
  await devtools.send('Input.insertText', { text: '你好' });
  await untilTaken(page);
  await expect(note).toHaveValue('a你好');
  await expect(note).toBeFocused();
  await page.keyboard.type('b');
  await expect(note).toHaveValue('a你好b');
  expect(await keepsRendered(page)).toBe(true);
});

/** A loan service that answers no call until `answer`, and then with an error. */
async function startHanging(): Promise<{ origin: string; answer(): void; stop(): void }> {
  let answer = (): void => undefined;
  const answering = new Promise<void>((done) => {
    answer = done;
  });
  const server = createServer(
    (_, reply) => void answering.then(() => reply.writeHead(500).end('{"success":false}')),
  );
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.describe('a separate server', () => {
  let server: OwnServer;
  test.afterEach(() => server.remove());

  test('a service that hangs gives the placeholder after 300 ms, and the page then loads', async ({
    page,
    request,
    violations,
  }) => {
    const hanging = await startHanging();
    server = new OwnServer({ CAPIZ_UPSTREAM: hanging.origin, CAPIZ_NEW: '1', CAPIZ_DEMO: '1' });
    try {
      await server.start();
      const borrower = new Visit(page, request, 'repayable');
      const headers = {
        Accept: 'text/html',
        'User-Agent': 'Mozilla/5.0',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      };
      const tookMs: number[] = [];
      for (const _ of [1, 2, 3]) {
        const began = performance.now();
        const reply = await request.get(server.origin + borrower.address('/order'), { headers });
        tookMs.push(performance.now() - began);
        expect(await reply.text()).not.toContain('id="capiz-content"');
      }
      expect(Math.min(...tookMs)).toBeGreaterThan(290);
      expect(Math.min(...tookMs)).toBeLessThan(1_000);
      await page.goto(server.origin + borrower.address('/order'), { waitUntil: 'commit' });
      await expect(page.locator('#capiz > [inert]')).toBeAttached();
      hanging.answer();
      await expect(page.locator('[inert]')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      expect(violations).toEqual([]);
    } finally {
      hanging.stop();
    }
  });

  test('CAPIZ_RENDER=placeholder gives everybody’s document', async ({ page, request }) => {
    server = new OwnServer({ CAPIZ_RENDER: 'placeholder' });
    await server.start();
    const borrower = new Visit(page, request, 'repayable');
    const reply = await page.goto(server.origin + borrower.address('/order'));
    expect(await reply?.text()).not.toMatch(/id="capiz-(content|data)"/);
    await expect(page.getByText('Repayment is open')).toBeVisible();
  });
});

interface Place {
  readonly screen: string;
  readonly scenario: string;
  readonly path: string;
  readonly params: { readonly [name: string]: string };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

/** Scenarios whose screens the server does not render with data, by the reason and the screen. */
const NOT_RENDERED: { readonly [why: string]: { readonly [screen: string]: string } } = {
  'a reply failed, came late or could not be read': {
    'bind-bank': 'bank-error-once bank-slow',
    order: 'broken-line error error-once error-without-words garbage http500 nothing slow wrong-types',
    repay: 'broken-line error error-once error-without-words garbage http500 nothing slow wrong-types',
    rollover: 'broken-line error error-once error-without-words garbage http500 nothing slow wrong-types',
    'pay-way': 'cards-error cards-error-without-words',
    'customer-service': 'contact-error',
    'loan-confirm-new': 'loan-agreements-error',
    'loan-confirm': 'older-offer-error-once',
    'login-failure':
      'login-failure-error-once login-failure-garbage login-failure-http500 login-failure-slow',
  },
  'the screen leaves at once': {
    order: 'redirect session-refused',
    repay: 'session-refused',
    rollover: 'session-refused',
  },
  'the screen opens an overlay at once': {
    order: 'popup-card popup-card-bare popup-rating popup-rey popup-tips popups-all',
  },
  'a request depends on what the browser has stored': {
    'complaint-start': 'complaint complaint-no-collection complaint-no-orders',
    'complaint-form':
      'complaint complaint-flaky complaint-save-error complaint-save-lost complaint-upload-error complaint-upload-slow',
  },
  'a request must not be sent before the screen opens': {
    promotion: 'promotion promotion-lost promotion-register-error promotion-spec promotion-template-error',
  },
};

const isRendered = ({ screen, scenario }: Place): boolean =>
  !Object.values(NOT_RENDERED).some((screens) => screens[screen]?.split(' ').includes(scenario));

/** Each screen with data, with each scenario that opens it; in the short run with one of them. */
function listPlaces(): readonly Place[] {
  const all = readdirSync('fixtures/scenarios')
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const scenario = name.replace('.json', '');
      const { opens = [], address = {} } = readJson<{
        opens?: readonly string[];
        address?: Place['params'];
      }>(`fixtures/scenarios/${name}`);
      return opens.flatMap((screen) => {
        const { routes = [], data = {} } = readJson<{ routes?: readonly string[]; data?: object }>(
          `screens/${screen}.screen.json`,
        );
        const [path] = routes;
        const hasData = path !== undefined && Object.keys(data).length > 0;
        return hasData ? [{ screen, scenario, path, params: address }] : [];
      });
    })
    .sort((a, b) => Number(isRendered(b)) - Number(isRendered(a)));
  return LONG ? all : all.filter(({ screen }, at) => all.findIndex((one) => one.screen === screen) === at);
}

test('each screen with data: the page takes over what the server rendered', async ({
  browser,
  baseURL,
  request,
}) => {
  async function open({
    scenario,
    path,
    params,
  }: Place): Promise<'taken over' | 'replaced' | 'not rendered'> {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await watchRendered(context);
    const page = await context.newPage();
    const borrower = new Visit(page, request, scenario);
    const reply = await page.goto(borrower.address(path, { ...params }));
    // A screen that leaves at once takes its document with it.
    const html = (await reply?.text().catch(() => '')) ?? '';
    const hasContent = html.includes('id="capiz-content"');
    if (hasContent) await untilTaken(page);
    const isKept = hasContent && (await keepsRendered(page));
    await context.close();
    return isKept ? 'taken over' : hasContent ? 'replaced' : 'not rendered';
  }
  const places = listPlaces();
  const faults: string[] = [];
  for (const place of places) {
    const expected = isRendered(place) ? 'taken over' : 'not rendered';
    let found = await open(place);
    // On a busy machine the data may come too late.
    for (let again = 0; again < 3 && found === 'not rendered' && found !== expected; again += 1)
      found = await open(place);
    if (found !== expected) faults.push(`${place.screen} with ${place.scenario}: ${found}`);
  }
  expect(places.length).toBeGreaterThan(15);
  expect(faults).toEqual([]);
});

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
    for (let act = 0, isTaken = false; act < 10 || !isTaken; act += 1) {
      done.push(await typist.act());
      expect(await typist.differences(), told()).toEqual([]);
      isTaken = (await page.locator('#capiz-content').count()) === 0;
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
