import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { expect, readInPage, test } from './visit.ts';

/* Every screen that needs data, with every kind of failed load. New screens are included automatically. */

interface Contract {
  readonly name: string;
  readonly path: unknown;
  readonly success?: { readonly at: string };
  readonly error?: { readonly message?: string };
}

interface DataScreen {
  readonly id: string;
  /** The scenario for it, and additional parameters of its address. */
  readonly scenario: string;
  readonly params: { readonly [name: string]: string };
  readonly route: string;
  readonly contract: Contract & { readonly path: string };
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function* dataScreens(): Generator<DataScreen> {
  for (const file of readdirSync('screens')) {
    if (!file.endsWith('.screen.json')) continue;
    const { id, routes, data } = read(`screens/${file}`) as {
      readonly id: string;
      readonly routes?: readonly string[];
      readonly data?: { readonly [name: string]: Json };
    };
    const [route] = routes ?? [];
    const needed = Object.values(data ?? {}).find(
      (resource) => resource['optional'] !== true && resource['when'] === undefined,
    );
    if (route === undefined || needed === undefined) continue;
    const contract = read(`schemas/api/${String(needed['endpoint'])}.endpoint.json`) as Contract;
    const { path } = contract;
    if (typeof path === 'string') yield { id, route, ...caseOf(id), contract: { ...contract, path } };
  }
}
type Json = { readonly [name: string]: unknown };

/** The scenario of the gallery, else the default scenario. */
function caseOf(screen: string): Pick<DataScreen, 'scenario' | 'params'> {
  const file = `fixtures/states/${screen}.json`;
  const states = existsSync(file) ? (read(file) as { readonly defaults?: Json }).defaults : undefined;
  const scenario = typeof states?.['scenario'] === 'string' ? states['scenario'] : 'repayable';
  const { address } = read(`fixtures/scenarios/${scenario}.json`) as { readonly address?: Json };
  return {
    scenario,
    params: { ...address, ...(states?.['params'] as Json | undefined) } as DataScreen['params'],
  };
}

const SAID = 'Our records are being updated. Please try again in a few minutes.';

/** A refusal, in the contract's own envelope. */
function refusal({ success, error }: Contract): Json {
  const reply: { [name: string]: unknown } = {};
  for (const [pointer, value] of [
    [success?.at, 'not-a-success'],
    [error?.message, SAID],
  ] as const) {
    if (pointer !== undefined) reply[pointer.slice(1)] = value;
  }
  return reply;
}

type Answer = (route: Route, contract: Contract) => Promise<void>;
const answers = (status: number, body: string, contentType = 'application/json'): Answer => {
  return (route) => route.fulfill({ status, body, contentType });
};
const never: Answer = () => Promise.resolve();

const KINDS: {
  readonly [kind: string]: { readonly answer: Answer; readonly title: string; readonly advice?: string };
} = {
  network: {
    answer: (route) => route.abort('failed'),
    title: 'We could not reach the service',
    advice: 'Check your connection and try again.',
  },
  garbage: {
    answer: answers(200, '<html>busy</html>', 'text/html'),
    title: 'We could not read the answer',
    advice: 'Try again in a few minutes.',
  },
  'an empty reply': {
    answer: answers(200, ''),
    title: 'The service sent an empty answer',
    advice: 'Try again in a few minutes.',
  },
  'status 500': {
    answer: answers(500, ''),
    title: 'The service has a problem',
    advice: 'Try again in a few minutes.',
  },
  'a business error': {
    answer: (route, contract) => answers(200, JSON.stringify(refusal(contract)))(route, contract),
    title: SAID,
  },
};

async function expectError(
  page: Page,
  title: string,
  advice: string | undefined,
  about: string,
): Promise<void> {
  const card = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card).toBeVisible({ timeout: 15_000 });
  if (advice !== undefined) await expect(card.getByText(advice)).toBeVisible();
  await expect(
    card.getByText(new RegExp(`^Reference \\w{3} \\d{1,2}, \\d{4}, \\d{1,2}:\\d\\d [AP]M ${about}$`)),
  ).toBeVisible();
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Customer service' })).toBeVisible();
  // The title is not in a toast: it is visible until the failure ends.
  await expect(page.locator('.cz-toasts').getByText(title)).toHaveCount(0);
}

const walked = [...dataScreens()];

test('the tested screens are the ones that are known to load data', () => {
  expect(walked.map(({ id }) => id)).toEqual(expect.arrayContaining(['order', 'repay', 'rollover']));
});

for (const { id, route: path, scenario, params, contract } of walked) {
  const serve = (page: Page, answer: Answer) =>
    page.route(
      ({ pathname }) => pathname === contract.path,
      (route) => answer(route, contract),
    );

  test(`8.2 8.8 ${id}: network, garbage, an empty reply, 500 and a business error each show their own message`, async ({
    visit,
    page,
  }) => {
    const borrower = visit(scenario);
    const titles = new Set<string>();
    for (const { answer, title, advice } of Object.values(KINDS)) {
      await page.unrouteAll();
      await serve(page, answer);
      await borrower.open(path, params);
      await expectError(page, title, advice, borrower.orderId);
      titles.add(title);
    }
    expect(titles.size).toBe(5);
  });

  test(`${id}: offline from the beginning`, async ({ visit, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
    });
    await readInPage(page);
    const borrower = visit(scenario);
    await borrower.open(path, params);
    await expectError(page, 'You are offline', 'Connect to the internet and try again.', borrower.orderId);
  });

  test(`${id}: a slow call shows a message after ten seconds, and a timeout after sixty`, async ({
    visit,
    page,
  }) => {
    await page.clock.install();
    await serve(page, never);
    const borrower = visit(scenario);
    await borrower.open(path, params);
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
    await page.clock.fastForward(10_500);
    await expect(page.getByText('Still working. You can wait or go back.')).toBeVisible();
    await page.clock.fastForward(50_000);
    await expectError(
      page,
      'The service did not answer in time',
      'Your connection may be slow. Try again.',
      borrower.orderId,
    );
  });
}
