import type { Page } from '@playwright/test';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { PAGE_COOKIE, type ReleaseDocument } from '#src/shared/release.ts';

type Json = { readonly [name: string]: unknown };

/**
 * Replaces the page at `/shelf` by this screen: for definitions that no shipped screen has. Block service workers, because a
 * worker would answer from its cache.
 *
 * @param screen - Overrides members of the test library's screen `shelf`.
 * @param endpoints - Contracts by name; the journey answers them.
 * @param now - The server's time whenever the page is opened.
 */
export async function serveLibrary(
  page: Page,
  screen: Json,
  endpoints: { readonly [name: string]: Json },
  now = () => Date.now(),
): Promise<void> {
  const { app, plans } = compileLibrary(screen, { endpoints, app: { failures: { default: [] } } });
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error('There is no plan.');
  await servePlan(page, app, JSON.stringify(plan), now);
}

/** Like `serveLibrary`, for an existing plan as JSON. */
export async function servePlan(
  page: Page,
  app: AppPlan,
  plan: string,
  now = () => Date.now(),
): Promise<void> {
  await page.route(/\/shelf(\?|$)/, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.text()).replace(
      /(<script type="application\/json"[^>]*>)(.*?)(<\/script>)/s,
      (_, before: string, json: string, after: string) => {
        const release: ReleaseDocument = {
          ...(JSON.parse(json) as ReleaseDocument),
          app: { plan: app },
          screens: { shelf: 'shelf' },
        };
        const { first: _first, ...rest } = release;
        const whole = `{"first":{"screen":"shelf","plan":${plan}},${JSON.stringify(rest).slice(1)}`;
        return before + whole.replaceAll('<', '\\u003c') + after;
      },
    );
    const headers = { ...reply.headers(), 'set-cookie': `${PAGE_COOKIE}=${now()}///; Path=/` };
    await route.fulfill({ headers, status: 200, body });
  });
}

/** Answers the calls of the library's screen; call it after the screen is set. */
export async function answerShelf(page: Page): Promise<void> {
  await page.route(/\/api\/shelf/, (route) =>
    route.fulfill({ json: { ok: true, data: { name: 'x', books: [], fine: '100' } } }),
  );
}
