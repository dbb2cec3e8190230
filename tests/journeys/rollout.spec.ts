import { build } from 'vite';
import vectors from '../../fixtures/rollout/vectors.json' with { type: 'json' };
import { expect, test } from '@playwright/test';
import { PAGE_COOKIE } from '../../src/shared/release.ts';

test.use({ serviceWorkers: 'allow' });

/** The page's computation of rollouts, as in the built page. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: ['ios15.4', 'safari15.4', 'chrome100'],
      lib: { entry: 'src/shared/rollout/assign.ts', formats: ['iife'], name: 'rollout' },
    },
  });
  const [made] = Array.isArray(result) ? result : [result];
  if (made === undefined || !('output' in made)) throw new Error('Nothing was built.');
  return made.output[0].code;
}

test('a page puts every visitor on the side in the test vectors', async ({ page }) => {
  await page.addScriptTag({ content: await bundle() });
  const wrong = await page.evaluate(({ buckets, assignments }) => {
    const { rollout } = window as unknown as {
      rollout: {
        bucketOf(salt: string, id: string): number;
        assign(rule: object, id: string, known: object): string;
      };
    };
    return [
      ...buckets.filter(({ salt, id, bucket }) => rollout.bucketOf(salt, id) !== bucket),
      ...assignments.filter(({ id, known, group, ...rule }) => rollout.assign(rule, id, known) !== group),
    ];
  }, vectors);
  expect(vectors.buckets.length + vectors.assignments.length).toBeGreaterThanOrEqual(200);
  expect(wrong).toEqual([]);
});

test('a page with counting enabled sends its counts when it is left, a page without counting sends none', async ({
  page,
}) => {
  const posted: unknown[] = [];
  await page.route('**/capiz/reports', (route) => {
    posted.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await page.goto('/aboutUs');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.route(
    (url) => url.pathname === '/aboutUs',
    async (route) => {
      const reply = await route.fetch();
      const asking = `${PAGE_COOKIE}=${Date.now()}/0123456789ab/first.candidate/; Path=/`;
      await route.fulfill({ response: reply, headers: { ...reply.headers(), 'set-cookie': asking } });
    },
  );
  await page.reload();
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect.poll(() => posted, { timeout: 15_000 }).toHaveLength(1);
  expect(posted[0]).toEqual({
    type: 'counts',
    release: '0123456789ab',
    group: 'first.candidate',
    screens: { 'about-us': { view: 1, load: 1, content: 1 } },
    contentMs: expect.any(Number) as unknown,
  });
});
