import { describe, expect, it } from 'vitest';
import { STATE_ELEMENT_ID, STATE_PARAMETER, type StateDocument } from '#src/shared/states.ts';
import { createTestApp, TEST_PAY_ORIGIN, testScenarios, testService } from '../testing.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';

const states: StateFiles = {
  screens: new Map([
    [
      'order',
      {
        defaults: { scenario: 'repayable' },
        states: [
          { name: 'late', scenario: 'overdue', lang: 'source', params: { source: '</script>' } },
          { name: 'unknown-visitor', session: false },
        ],
      },
    ],
  ]),
  sets: new Map(),
};
const reference = { scenarios: testScenarios, service: testService, states, payOrigin: TEST_PAY_ORIGIN };
const upstream = { upstream: new URL('https://loans.example.com') };

async function open(path: string): Promise<URL> {
  const answer = await createTestApp({ loanService: reference }).app.request(path);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '', 'http://localhost');
}

async function read(path: string): Promise<string> {
  const answer = await createTestApp({ loanService: reference }).app.request(path);
  return await answer.text();
}

describe('a state has an address', () => {
  it('opens the screen for a new borrower each time', async () => {
    const [first, second] = [await open('/gallery/order/late'), await open('/gallery/order/late')];
    expect(first.pathname).toBe('/order');
    expect(first.searchParams.get('orderId')).toMatch(/^overdue-[0-9a-f]{8}$/);
    expect(first.searchParams.get('orderId')).not.toBe(second.searchParams.get('orderId'));
    expect(first.searchParams.get('lang')).toBe('source');
    expect(first.searchParams.get(STATE_PARAMETER)).toBe('order/late');
  });

  it('contains no session if the state is that of a visitor without a session', async () => {
    const { searchParams } = await open('/gallery/order/unknown-visitor');
    expect([...searchParams.keys()].sort()).toEqual([STATE_PARAMETER, 'orderId', 'productId'].sort());
  });

  it('uses the language of the gallery', async () => {
    expect((await open('/gallery/order/content?lang=fil-PH')).searchParams.get('lang')).toBe('fil-PH');
  });

  it('has a page with one screen at a time, in the theme, language and size of the address', async () => {
    const html = await read('/gallery/order?theme=dark&lang=odd&size=320x568');
    expect(html.match(/data-address="\/gallery\/[^/]+/g)?.every((one) => one.endsWith('/order'))).toBe(true);
    expect(html).toContain('data-address="/gallery/order/late"');
    expect(html.match(/value="[^"]*" checked/g)).toEqual([
      'value="dark" checked',
      'value="source" checked',
      'value="320x568" checked',
    ]);
    expect(html).toContain('href="/gallery/not-found?theme=dark&amp;lang=source&amp;size=320x568"');
    const other = await read('/gallery/not-found?theme=odd');
    expect(other).toContain('<h2 id="shown">not-found</h2>');
    expect(await read('/gallery')).not.toContain('data-address');
    const unknown = await createTestApp({ loanService: reference }).app.request('/gallery/odr');
    expect(unknown.status).toBe(404);
  });

  it('has status 404 if the state does not exist', async () => {
    const answer = await createTestApp({ loanService: reference }).app.request('/gallery/order/lte');
    expect(answer.status).toBe(404);
  });
});

describe('the page of a state', () => {
  it('contains its steps, which cannot end the script element', async () => {
    const html = await read(`/order?${STATE_PARAMETER}=order/late`);
    const [, data = ''] = new RegExp(`id="${STATE_ELEMENT_ID}">(.*?)</script>`).exec(html) ?? [];
    const { state, replies } = JSON.parse(data) as StateDocument;
    expect(state).toMatchObject({ name: 'late', params: { source: '</script>' } });
    expect(Object.keys(replies.error)).not.toHaveLength(0);
    expect(html).toContain('/capiz/devtools/state.js');
  });

  it('is a normal page without a state, or with an unknown one', async () => {
    for (const query of ['', `?${STATE_PARAMETER}=order/lte`, `?${STATE_PARAMETER}=`]) {
      expect(await read(`/order${query}`)).not.toContain('devtools');
    }
  });

  it('opens a screen without a route', async () => {
    const { app } = createTestApp({ loanService: reference });
    const answer = await app.request(`/gallery/not-found?${STATE_PARAMETER}=not-found/content`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"first":{"screen":"not-found"');
  });
});

describe('with a real loan service', () => {
  it('pages ignore states, and a screen without a route has no address', async () => {
    const { app } = createTestApp({ loanService: upstream });
    const [plain, asked] = await Promise.all(
      ['/order', `/order?${STATE_PARAMETER}=order/late`].map(async (path) =>
        (await app.request(path)).text(),
      ),
    );
    expect(asked).toBe(plain);
    expect(plain).toContain('capiz-release');
    expect(plain).not.toContain('/gallery/');
  });

  it('there is no gallery, no demonstration and no start page', async () => {
    const { app } = createTestApp({ loanService: upstream });
    const paths = ['/gallery', '/gallery/order/late', '/gallery/not-found', '/capiz/demo', '/capiz'];
    const answers: number[] = [];
    for (const path of paths) answers.push((await app.request(path)).status);
    expect(answers).toEqual([404, 404, 404, 404, 404]);
  });
});
