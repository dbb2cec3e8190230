import type { Page } from '@playwright/test';
import { serveLibrary } from './library-page.ts';
import { expect, test } from './visit.ts';

/* Names and codes that try to change the direction of neighbouring text: what a browser renders, copies and sends. */

const RLO = '\u202E';
const PDI = '\u2069';
const NAMES = {
  override: `${RLO}Emma`,
  'an override after a closing character': `${PDI}${PDI}${RLO}Emma`,
  'an open isolate': `Emma\u2067`,
  'an open embedding': `Emma\u202B`,
  'an override in a second line': `Emma\n${RLO}x`,
  'a Hebrew name': 'אמה',
  'an Arabic name': 'إيما',
};
const CODE = `${RLO}12-34 אב`;

const text = (initial: string) => ({ type: 'string', initial });
const ENDPOINTS = {
  send: {
    $schema: '../endpoint.schema.json',
    name: 'send',
    method: 'POST',
    path: '/api/send',
    encoding: 'json',
    client: 'json',
    safe: false,
    effect: {
      is: 'idempotent',
      reason: 'The same code twice is one code.',
      lost: 'It may have been sent. Send it again.',
    },
    request: { type: 'object', properties: { code: { type: 'string' } } },
    reply: { at: '/data', type: 'object', properties: {} },
    success: { at: '/success', is: ['true'] },
    error: { code: '/code', message: '/message' },
  },
};

function screenOf(name: string): { readonly [member: string]: unknown } {
  const words = 'For ${state.name}: ${money(state.due)} due';
  return {
    routes: ['/shelf'],
    params: {},
    state: { name: text(name), code: text(CODE), due: { type: 'integer', 'x-unit': 'minor', initial: 1250 } },
    data: {},
    title: words,
    body: [
      { type: 'text', text: words },
      { type: 'status', title: words, text: words },
      {
        type: 'rows',
        rows: [
          { label: words, value: words, note: words },
          { label: 'Name', value: '${state.name}' },
        ],
      },
      { type: 'item', title: words, text: words, tags: [{ text: words }] },
      { type: 'amount', label: words, value: '${state.due}', note: words },
      { type: 'code', label: 'Pay code', value: '${state.code}' },
      { type: 'button', text: words, on: { tap: [{ do: 'notice', text: words }] } },
      {
        type: 'button',
        text: 'Copy and send',
        on: {
          tap: [
            { do: 'copy', text: '${state.code}' },
            { do: 'request', endpoint: 'send', with: { code: '${state.code}' } },
          ],
        },
      },
    ],
  };
}

/** Each rendered amount, its characters from left to right. */
const drawnAmounts = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const whole = node.textContent ?? '';
      const at = whole.indexOf('12.50');
      if (at < 0 || node.parentElement?.closest('script, style') !== null) continue;
      const signs = Array.from({ length: 5 }, (_, index) => {
        const range = document.createRange();
        range.setStart(node, at + index);
        range.setEnd(node, at + index + 1);
        return { sign: whole.charAt(at + index), left: range.getBoundingClientRect().left };
      });
      found.push(
        signs
          .sort((a, b) => a.left - b.left)
          .map(({ sign }) => sign)
          .join(''),
      );
    }
    return found;
  });

for (const [what, name] of Object.entries(NAMES)) {
  test(`beside ${what} every amount is rendered unchanged`, async ({ page }) => {
    await serveLibrary(page, screenOf(name), ENDPOINTS);
    await page.goto('/shelf?readerId=7');
    await page.getByRole('button', { name: /due$/ }).click();
    await expect(page.locator('.cz-toast')).toBeVisible();
    const drawn = await drawnAmounts(page);
    expect(drawn.length).toBeGreaterThanOrEqual(13);
    expect(new Set(drawn)).toEqual(new Set(['12.50']));
    expect(await page.title()).not.toMatch(/[\u202A-\u202E]/);
  });
}

test('a pay code is copied and sent without an added or missing character', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await serveLibrary(page, screenOf('אמה'), ENDPOINTS);
  let sent: unknown;
  await page.route(/\/api\/send/, (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { success: 'true', data: {} } });
  });
  await page.goto('/shelf?readerId=7');
  await page.getByRole('button', { name: 'Copy and send' }).click();
  await expect.poll(() => sent).toEqual({ code: CODE });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
});
