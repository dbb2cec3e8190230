import type { Page, Route } from '@playwright/test';
import { serveLibrary } from './library-page.ts';
import { expect, test } from './visit.ts';

/* Service calls of a form that is being filled in, on a slow, late, broken or missing network. */

const UNCHECKED = 'This could not be checked. Try again.';
const NOT_LOADED = 'This list could not be loaded.';

const contract = (name: string, more: object) => ({
  $schema: '../endpoint.schema.json',
  name,
  method: 'GET',
  path: `/api/${name}`,
  encoding: 'query',
  client: 'json',
  safe: true,
  success: { at: '/success', is: ['true'] },
  error: { code: '/code', message: '/message' },
  ...more,
});
const TEXT = { type: 'string' };
const members = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, TEXT])),
});

const ENDPOINTS = {
  'name-check': contract('name-check', {
    request: members('name'),
    reply: { at: '/data', type: 'object', required: ['free'], properties: { free: { type: 'boolean' } } },
  }),
  towns: contract('towns', {
    request: members('sought'),
    reply: {
      at: '/data',
      type: 'object',
      required: ['towns'],
      properties: { towns: { type: 'array', maxItems: 50, items: TEXT } },
    },
  }),
  save: contract('save', {
    method: 'POST',
    encoding: 'json',
    safe: false,
    effect: {
      is: 'idempotent',
      reason: 'The same form is saved once.',
      lost: 'We got no answer. Send it again.',
    },
    request: members('name', 'town'),
    reply: members(),
  }),
};

const SCREEN = {
  routes: ['/shelf'],
  params: {},
  state: { sought: { ...TEXT, initial: '' } },
  data: { towns: { endpoint: 'towns', with: { sought: '${state.sought}' }, optional: true } },
  body: [
    {
      type: 'form',
      id: 'join',
      draft: false,
      body: [
        {
          type: 'text-field',
          name: 'name',
          label: 'Name',
          rules: [
            {
              rule: 'remote',
              endpoint: 'name-check',
              with: { name: '${form.join.name}' },
              check: 'reply.free',
              message: 'This name is taken.',
            },
          ],
        },
        {
          type: 'choice',
          name: 'town',
          label: 'Town',
          look: 'sheet',
          search: 'state.sought',
          options: [
            {
              each: 'data.?towns.towns.orValue([])',
              as: 'town',
              key: 'town',
              value: '${town}',
              text: '${town}',
            },
          ],
        },
      ],
      on: {
        submit: [
          {
            do: 'request',
            endpoint: 'save',
            with: { name: '${form.join.name}', town: '${form.join.town}' },
          },
          { do: 'notice', text: 'Sent', tone: 'success' },
        ],
      },
    },
  ],
  bar: [{ type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'join' }] } }],
};

/** Calls to one endpoint, each waiting for the test to answer it. */
class Held {
  readonly #calls: { readonly asked: string; readonly route: Route }[] = [];

  static async at(page: Page, name: string, member: string): Promise<Held> {
    const held = new Held();
    await page.route(`**/api/${name}*`, (route) => {
      const asked = new URL(route.request().url()).searchParams.get(member) ?? '';
      held.#calls.push({ asked, route });
    });
    return held;
  }

  get asked(): readonly string[] {
    return this.#calls.map(({ asked }) => asked);
  }

  async #take(asked: string): Promise<Route> {
    await expect.poll(() => this.asked).toContain(asked);
    return this.#calls.filter((call) => call.asked === asked).at(-1)?.route as Route;
  }

  async answer(asked: string, data: object): Promise<void> {
    // A call that the page has aborted takes no answer.
    await (await this.#take(asked)).fulfill({ json: { success: true, data } }).catch(() => undefined);
  }

  async fail(asked: string): Promise<void> {
    await (await this.#take(asked)).abort('connectionfailed');
  }
}

async function open(page: Page) {
  await serveLibrary(page, SCREEN, ENDPOINTS);
  const names = await Held.at(page, 'name-check', 'name');
  const towns = await Held.at(page, 'towns', 'sought');
  const sent: unknown[] = [];
  await page.route('**/api/save', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, data: {} } });
  });
  await page.goto('/shelf?readerId=7');
  await towns.answer('', { towns: ['Toledo', 'Naga', 'Danao'] });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  return { names, towns, sent, send, name: page.getByLabel('Name', { exact: true }) };
}

test('remote check: submit waits for a slow answer and shows that; the last typed value counts', async ({
  page,
  visit,
}) => {
  visit('complaint');
  const { names, sent, send, name } = await open(page);
  await name.fill('ann');
  await expect.poll(() => names.asked).toEqual(['ann']);
  await expect(page.getByRole('status').filter({ hasText: 'Checking…' })).toBeVisible();
  await send.click();
  // At the field, and as the result of the tap.
  await expect(page.getByText('Checking…')).toHaveCount(2);
  expect(sent).toEqual([]);
  await names.answer('ann', { free: false });
  await expect(page.getByText('This name is taken.').first()).toBeVisible();
  await expect(name).toBeFocused();
  expect(sent).toEqual([]);

  await name.fill('anna');
  await expect.poll(() => names.asked).toEqual(['ann', 'anna']);
  await name.fill('anna maria');
  await expect.poll(() => names.asked).toEqual(['ann', 'anna', 'anna maria']);
  await names.answer('anna maria', { free: true });
  await names.answer('anna', { free: false });
  await expect(page.getByText('Checking…')).toHaveCount(0);
  await expect(page.getByText('This name is taken.')).toHaveCount(0);
  await send.click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  expect(sent).toEqual([{ name: 'anna maria' }]);
  expect(names.asked).toHaveLength(3);
});

test('remote check: without an answer, and offline, nothing is sent and everything is kept until the check succeeds', async ({
  page,
  context,
  visit,
}) => {
  visit('complaint');
  const { names, sent, send, name } = await open(page);
  await name.fill('ann');
  await names.fail('ann');
  await expect(page.getByText(UNCHECKED).first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline').first()).toBeVisible();
  await send.click();
  await expect(name).toBeFocused();
  await expect(page.getByText(UNCHECKED).first()).toBeVisible();
  await expect(name).toHaveValue('ann');
  expect(sent).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  const before = names.asked.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => names.asked.length).toBe(before + 1);
  await names.answer('ann', { free: true });
  await expect(page.getByText(UNCHECKED)).toHaveCount(0);
  await send.click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  expect(sent).toEqual([{ name: 'ann' }]);
});

test('remote options: late answers are ignored, a failed search is repeated, and the picked value is sent', async ({
  page,
  visit,
}) => {
  visit('complaint');
  const { towns, sent, send } = await open(page);
  await page.getByRole('button', { name: 'Town Choose' }).click();
  const sheet = page.getByRole('dialog');
  const box = sheet.getByRole('searchbox');
  await expect(sheet.getByRole('radio')).toHaveCount(3);
  await box.fill('na');
  await expect.poll(() => towns.asked).toEqual(['', 'na']);
  await expect(sheet.getByText('Loading…')).toBeVisible();
  await box.fill('nag');
  await expect.poll(() => towns.asked).toEqual(['', 'na', 'nag']);
  await towns.answer('nag', { towns: ['Naga', 'Nagcarlan'] });
  await towns.answer('na', { towns: ['Nabas', 'Nabua'] });
  await expect(sheet.getByRole('radio', { name: 'Nagcarlan' })).toBeVisible();
  await expect(sheet.getByRole('radio')).toHaveCount(2);

  await box.fill('nagc');
  await towns.fail('nagc');
  await expect(sheet.getByText(NOT_LOADED)).toBeVisible();
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => towns.asked.filter((words) => words === 'nagc')).toHaveLength(2);
  await towns.answer('nagc', { towns: ['Nagcarlan'] });
  await sheet.locator('label', { hasText: 'Nagcarlan' }).click();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Town Nagcarlan' })).toBeVisible();
  await send.click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  expect(sent).toEqual([{ town: 'Nagcarlan' }]);
});
