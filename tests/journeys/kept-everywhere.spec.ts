import type { Page } from '@playwright/test';
import { reportFigures } from '../reliability/figures.ts';
import { BY_NUMBER, LONG } from '../property/settings.ts';
import { listPlaces, type Place } from './every-screen.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import {
  breakStorage,
  type Case,
  CASES,
  CASES_BEHIND,
  CASES_OF_PLANS,
  isUsable,
  openKept,
} from './kept-faults.ts';
import { expect, test, type Visit } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/* Check 7 over every screen, in the long form; its planted fault in both forms. */

/** Enough time for a screen on an idle machine. */
const SOON_MS = 10_000;
/** The first paint of 95 % of documents; the slowest depend on the machine. */
const PAINTED_MS = 1_500;
const DOCUMENTS = /^(?!\/capiz\/)\/\w*$/;
const PLANS = /^\/capiz\/(plans|releases)\//;

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().textContent();

/**
 * The fault of a screen, and the time of its first paint.
 *
 * @param expected - Its usual heading; undefined for any.
 */
async function look(page: Page, expected: string | null | undefined) {
  if (!(await isUsable(page, SOON_MS))) return { wrong: 'is not there', paintedMs: 0 };
  const said = await heading(page);
  const paintedMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  return {
    wrong: expected === undefined || said === expected ? '' : `says ${said}, not ${expected}`,
    paintedMs,
  };
}

function percentile(all: readonly number[], share: number): number {
  const sorted = [...all].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** The same borrower at the address of a screen. */
function addressOf(origin: string, visit: (scenario: string) => Visit) {
  const visits = new Map<string, Visit>();
  return ({ scenario, path, params }: Place) => {
    const borrower = visits.get(scenario) ?? visit(scenario);
    visits.set(scenario, borrower);
    return origin + borrower.address(path, params);
  };
}

if (LONG) {
  test('every screen opens with every fault of its document', async ({
    visit,
    page,
    context,
    request,
    baseURL,
  }) => {
    test.setTimeout(3_600_000);
    const places = await listPlaces(request);
    const proxy = new FaultProxy(baseURL ?? '');
    const origin = await proxy.start();
    const reported: string[] = [];
    page.on('request', (sent) => {
      const posted = sent.postData() ?? '';
      if (posted.includes('release/kept')) reported.push(posted);
    });
    try {
      await openKept(visit('repayable'), origin);
      const address = addressOf(origin, visit);
      const headings = new Map<string, string | null>();
      for (const place of places) {
        await page.goto(address(place));
        await expect(page.getByRole('heading', { level: 1 }).first(), place.screen).toBeVisible();
        headings.set(place.screen, await heading(page));
      }
      const wrong: string[] = [];
      const painted: number[] = [];
      const cases: readonly (readonly [string, Case])[] = Object.entries({ ...CASES, ...CASES_OF_PLANS });
      for (const [title, { happen, isOffline, spoil, from = 'good' }] of cases) {
        proxy.fault = undefined;
        await context.setOffline(false);
        await openKept(visit('repayable'), origin);
        await spoil?.(page);
        proxy.fault = happen && { paths: DOCUMENTS, happen };
        await context.setOffline(isOffline === true);
        for (const place of places) {
          reported.length = 0;
          await page.goto(address(place));
          // Offline, no data of the loan service can be in a heading.
          const found = await look(page, isOffline ? undefined : headings.get(place.screen));
          painted.push(found.paintedMs);
          if (found.wrong !== '') wrong.push(`${title}: ${place.screen} ${found.wrong}`);
          const kept = await page.locator('#capiz-release').getAttribute('data-kept');
          if ((kept?.split(' ')[0] ?? null) !== from)
            wrong.push(`${title}: ${place.screen} is drawn of ${kept}`);
          // The page reports the age of its release, which it cannot do offline.
          if (from !== null && isOffline !== true)
            await expect
              .poll(() => reported.join(' '), `${title}: ${place.screen}`)
              .toMatch(/(good|bundled) \d+ h/);
        }
      }
      reportFigures({
        ...{ check: 7, faults: cases.length, screens: places.length, documents: painted.length },
        ...{ unusable: wrong.length, paintedMs: [0.5, 0.95, 1].map((share) => percentile(painted, share)) },
      });
      expect(wrong).toEqual([]);
      expect(percentile(painted, 0.95)).toBeLessThanOrEqual(PAINTED_MS);
    } finally {
      await proxy.stop();
    }
  });

  for (const hasWorker of [true, false]) {
    test(`every screen opens after a correct document, ${hasWorker ? 'with' : 'without'} a worker`, async ({
      visit,
      browser,
      request,
      baseURL,
    }) => {
      test.setTimeout(3_600_000);
      const places = await listPlaces(request);
      const proxy = new FaultProxy(baseURL ?? '');
      const origin = await proxy.start();
      const context = await browser.newContext({ serviceWorkers: hasWorker ? 'allow' : 'block' });
      const page = await context.newPage();
      const borrower = visit('repayable').inTab(page);
      /** Navigates from screen to screen in one page. */
      const walk = async () => {
        const said: { [screen: string]: string | null } = {};
        for (const { screen, path, params } of places) {
          const query = new URLSearchParams({ orderId: borrower.orderId, productId: '1203', ...params });
          await page.evaluate((to) => history.pushState(null, '', to), `${path}?${query}`);
          await expect(page.getByRole('heading', { level: 1 }).first(), screen).toBeVisible({
            timeout: 20_000,
          });
          await expect(page.getByRole('main').first(), screen).not.toBeEmpty();
          said[screen] = await heading(page);
        }
        return said;
      };
      const openOrder = async () => {
        await page.goto(origin + borrower.address('/order'));
        await expect(page.getByText('Repayment is open')).toBeVisible();
      };
      try {
        if (hasWorker) await openKept(borrower, origin);
        await openOrder();
        const usual = await walk();
        const wrong: string[] = [];
        for (const [title, { happen }] of Object.entries(CASES_BEHIND)) {
          const fault = happen && { paths: PLANS, happen };
          // A page without a worker has the release after loading it.
          proxy.fault = hasWorker ? fault : undefined;
          const whole = page.waitForResponse((reply) => /\/capiz\/releases\//.test(reply.url()));
          await openOrder();
          if (!hasWorker) await (await whole).finished();
          else void whole.catch(() => undefined);
          proxy.fault = fault;
          const said = await walk();
          for (const [screen, text] of Object.entries(usual))
            if (said[screen] !== text) wrong.push(`${title}: ${screen} says ${said[screen]}, not ${text}`);
        }
        reportFigures({
          ...{ check: 7, part: 'behind the document', hasWorker, faults: Object.keys(CASES_BEHIND).length },
          ...{ screens: places.length, unusable: wrong.length },
        });
        expect(wrong).toEqual([]);
      } finally {
        await context.close();
        await proxy.stop();
      }
    });
  }

  test('every screen opens when storage of every kind throws', async ({ visit, page, request, baseURL }) => {
    test.setTimeout(600_000);
    const places = await listPlaces(request);
    await breakStorage(page);
    const address = addressOf(baseURL ?? '', visit);
    const wrong: string[] = [];
    const painted: number[] = [];
    for (const place of places) {
      await page.goto(address(place));
      const found = await look(page, undefined);
      if (found.wrong !== '') wrong.push(`${place.screen} ${found.wrong}`);
      painted.push(found.paintedMs);
    }
    reportFigures({
      ...{ check: 7, part: 'storage throws', screens: places.length, unusable: wrong.length },
      paintedMs: [0.5, 0.95, 1].map((share) => percentile(painted, share)),
    });
    expect(wrong).toEqual([]);
    expect(percentile(painted, 0.95)).toBeLessThanOrEqual(PAINTED_MS);
  });
}

/** The planted fault: a worker that uses the stored copy only if there is no response; it accepts broken responses. */
const CARELESS = `
const documents = 'careless';
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(
  caches.open(documents).then((cache) => cache.add(event.data.path)),
));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request, { ignoreSearch: true })));
});
`;

if (LONG || BY_NUMBER) {
  test('the check detects a worker that uses its stored release only if there is no answer', async ({
    visit,
    page,
    baseURL,
  }) => {
    test.slow();
    const proxy = new FaultProxy(baseURL ?? '');
    const origin = await proxy.start();
    const careless: Fault = (reply) =>
      void reply
        .writeHead(200, { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' })
        .end(CARELESS);
    try {
      proxy.fault = { paths: /worker\.js$/, happen: careless };
      const borrower = visit('repayable');
      await page.goto(origin + borrower.address('/aboutUs'));
      await expect
        .poll(() => page.evaluate(async () => (await caches.match('/aboutUs')) !== undefined), {
          timeout: 30_000,
        })
        .toBe(true);
      const usable: string[] = [];
      const titles = [
        'a connection that is refused',
        'a 403',
        'a 500',
        'an empty 200',
        'a page of another server',
      ];
      for (const title of titles) {
        const { happen } = CASES[title] ?? {};
        proxy.fault = happen && { paths: DOCUMENTS, happen };
        await page.goto(origin + borrower.address('/aboutUs'));
        if (await isUsable(page, 2_000)) usable.push(title);
      }
      expect(usable).toEqual(['a connection that is refused']);
    } finally {
      await proxy.stop();
    }
  });
}
