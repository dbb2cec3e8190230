import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act, play, say } from '#renderer/actions/testing.ts';
import { APP } from '#renderer/runtime/testing.ts';
import { isUrl } from '#renderer/plan/url.ts';
import { RUNS } from './settings.ts';

/*
 * The target of `leave` with an address from a service: one of our screens, a listed host, or a refusal. Never a missing page
 * of ours, and never another host.
 */

const ORIGIN = 'https://page.test';
const LISTED = 'elsewhere.test';
const PATHS = Object.values(APP.screens).flatMap(({ paths }) => paths);

const piece = fc.constantFrom(
  ...['/', '//', '.', '..', '#', '#/', '?', '&', '=', '%2F', '%5C', '\\', ' ', '@', ':', 'page=2', 'a'],
  ...[
    'https://',
    'http:',
    ORIGIN,
    '//page.test',
    `//${LISTED}`,
    `https://${LISTED}`,
    'evil.test',
    'book',
    'shelf',
  ],
  ...PATHS,
);
const address = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

async function follow(to: string) {
  const { tap, world, toasts } = await play({
    tap: [act('leave', { to }), say('after')],
    app: { failures: { default: [say('refused')] } },
  });
  await tap();
  return { went: world.went.map((one) => one.address), left: world.left, toasts: toasts() };
}

it('an address from a service leads to a screen, to a listed host, or to a refusal', async () => {
  const seen = { went: 0, left: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(address, async (to) => {
      const { went, left, toasts } = await follow(to);
      for (const one of went) {
        const url = new URL(one, ORIGIN);
        expect([url.origin, PATHS.includes(url.pathname)]).toEqual([ORIGIN, true]);
      }
      for (const one of left) expect(new URL(one).host).toBe(LISTED);
      expect(went.length + left.length + toasts.length).toBe(1);
      seen.went += went.length;
      seen.left += left.length;
      seen.refused += toasts.length;
    }),
    { numRuns: RUNS / 4 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});

it.each([
  ['/book?page=2', '/book?page=2'],
  ['book?page=2', '/book?page=2'],
  ['?page=2', '/shelf?page=2'],
  ['#/book?page=2', '/book?page=2'],
  ['/#/book?page=2', '/book?page=2'],
  ['?page=1#/book?page=2', '/book?page=2'],
  ['?from=confirm#/book?page=2', '/book?page=2&from=confirm'],
  [`${ORIGIN}/book?page=2`, '/book?page=2'],
  [`${ORIGIN}/#/book?page=2`, '/book?page=2'],
  [`${ORIGIN}/capiz/old.html#/book?page=2`, '/book?page=2'],
  ['//page.test/book?page=2', '/book?page=2'],
])('%s from a service opens the screen inside the page', async (to, screen) => {
  expect(await follow(to)).toEqual({ went: [screen], left: [], toasts: [] });
  expect(to.startsWith('//') || isUrl(to)).toBe(true);
});

it.each([
  '/studio',
  '//book',
  '/book//x',
  '#//book',
  '//evil.test/book',
  '/%2Fbook',
  `${ORIGIN}//book`,
  '#/',
  '/\\book',
  '\\\\page.test\\book',
  '#/\\book',
  '\t/book',
  '/\n/page.test/book',
  '#/\t/book',
  '/..//book',
  '//page.test@evil.test/book',
  '//user@page.test/book',
  'https://user@page.test/book',
  'https:book',
  'https://page.test./book',
  'javascript:alert(1)//book',
  'blob:https://page.test/book',
])('%j from a service is refused', async (to) => {
  expect(await follow(to)).toEqual({ went: [], left: [], toasts: ['refused'] });
});

it('a page does not replace itself', async () => {
  const { tap, world, toasts } = await play({
    tap: [act('leave', { to: '/shelf', replace: true }), say('after')],
  });
  await tap();
  expect([world.went, world.left, toasts()]).toEqual([[], [], ['after']]);
});
