import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { type BrowserContext, expect as expectAtOnce, type Page, test } from '@playwright/test';
import { openDatabase } from '../../src/server/registry/database.ts';
import { readWeeklyVisitors } from '../../src/server/registry/visitors.ts';
import { REPORT_KINDS } from '../../src/shared/reports.ts';
import { bucketOf, type Group, groupOf } from '../../src/shared/rollout/assign.ts';
import { OwnServer } from './own-server.ts';
import { Visit } from './visit.ts';

/* Reports of pages, one of each kind, from the page to the operator. */

// A long timeout: a server starts and begins a rollout during the test.
const expect = expectAtOnce.configure({ timeout: 20_000 });
const FORM = '/complainPageNext';
const INIT = '**/user-problem/problem-init*';
const TROUBLES = ['render', 'unsupported', 'script', 'reply', 'request'];

const ROLLOUT = v.object({ rollout: v.object({ salt: v.string() }) });

/** A visitor on one side of the running rollout; each side has 5 %. */
function findVisitor(server: OwnServer, side: Group): string {
  const { rollout } = v.parse(ROLLOUT, JSON.parse(server.capiz('rollout', 'status', '--json')));
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (groupOf(bucketOf(rollout.salt, id), 500) === side) return id;
  }
}

/** An unknown widget, and rows that no page can render, before the screen's content. */
async function spoil(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === FORM,
    async (route) => {
      const reply = await route.fetch();
      const body = (await reply.text()).replace(
        /(<script type="application\/json"[^>]*>)(.*?)(<\/script>)/s,
        (_, open: string, json: string, close: string) => {
          const release = JSON.parse(json) as { first: { plan: { body: object[] } } };
          release.first.plan.body.unshift(
            { id: 'later', type: 'hologram', reads: [] },
            { id: 'broken', type: 'rows', props: { rows: [null] }, reads: [] },
          );
          return open + JSON.stringify(release).replaceAll('<', '\\u003c') + close;
        },
      );
      await route.fulfill({ response: reply, body });
    },
  );
}

test('every kind of report arrives, by release, screen and side of a rollout, without data of the borrower', async ({
  browser,
  request,
}) => {
  test.slow();
  const server = new OwnServer({ CAPIZ_REPORTS: '100' });
  const contexts: BrowserContext[] = [];
  const posted: string[] = [];
  const open = async (side: Group): Promise<Visit> => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    contexts.push(context);
    const value = findVisitor(server, side);
    await context.addCookies([{ name: 'capiz-visitor', value, url: server.origin }]);
    const page = await context.newPage();
    page.on('request', (sent) => {
      if (sent.url().endsWith('/capiz/reports')) posted.push(sent.postData() ?? '');
    });
    return new Visit(page, request, 'complaint');
  };
  const goTo = ({ page, address }: Visit, visit: Visit) =>
    page.goto(server.origin + address.call(visit, FORM, { problemType: '3', lang: 'source' }));
  try {
    await server.start();
    server.edit('screens/complaint-list.screen.json', (text) =>
      text.replace(/"title": "[^"]+"/, '"title": "All that you told us"'),
    );
    server.capiz('rollout', 'start', '--strategy', 'quick');

    const control = await open('control');
    await goTo(control, control);
    await expect(control.button('Send')).toBeVisible();
    // The button is shown before the data; only with data the content counts as seen.
    await expect(control.page.getByRole('main')).not.toHaveAttribute('aria-busy');
    await expect(control.page.locator('.cz-skeleton')).toHaveCount(0);
    await control.page.goto('about:blank');

    const candidate = await open('candidate');
    const { page } = candidate;
    await page.route(INIT, (route) => route.fulfill({ json: { code: '00', data: { problemType: 7 } } }));
    await goTo(candidate, candidate);
    await expect(candidate.button('Try again')).toBeVisible();
    await page.unroute(INIT);
    await page.route(INIT, (route) => route.fulfill({ status: 500, body: 'Out of order' }));
    await page.reload();
    await expect(candidate.button('Try again')).toBeVisible();
    await page.unroute(INIT);
    await spoil(page);
    await page.reload();
    await expect(candidate.button('Send')).toBeVisible();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('A script of the page failed.');
      });
    });
    await candidate.button('Send').click();
    await expect(page.getByText('Please fill in your comments').first()).toBeVisible();
    await page.goto('about:blank');

    const metrics = async () => (await fetch(`${server.origin}/metrics`)).text();
    await expect
      .poll(async () =>
        [...(await metrics()).matchAll(/^capiz_page_events_total\{kind="(\w+)"\}/gm)].map(([, kind]) => kind),
      )
      .toEqual(expect.arrayContaining([...REPORT_KINDS]));

    const database = await openDatabase(join(server.folder, '.capiz/registry.db'));
    const kindsOf = async (side: 'candidate' | 'control') => {
      const rows = await database.queries
        .selectFrom('report_counts')
        .select(['kind', 'release'])
        .where('screen', '=', 'complaint-form')
        .where('side', '=', side)
        .execute();
      return {
        kinds: new Set(rows.map(({ kind }) => kind)),
        releases: new Set(rows.map(({ release }) => release)),
      };
    };
    try {
      await expect.poll(async () => (await kindsOf('candidate')).kinds.size).toBe(REPORT_KINDS.length);
      const [bad, good] = [await kindsOf('candidate'), await kindsOf('control')];
      expect([...bad.kinds].sort()).toEqual([...REPORT_KINDS].sort());
      expect([...good.kinds].filter((kind) => TROUBLES.includes(kind))).toEqual([]);
      expect([...good.kinds]).toEqual(expect.arrayContaining(['load', 'view', 'content']));
      expect(bad.releases.size).toBe(1);
      expect([...good.releases]).not.toEqual([...bad.releases]);
      // Two people with four documents; the person who only looked up a number sent no cookie back.
      const { days, visitors } = await readWeeklyVisitors(database.queries, Date.now());
      expect([days, visitors.reduce((so, { count }) => so + count, 0)]).toEqual([1, 2]);
    } finally {
      await database.close();
    }
    const said = posted.join(' ') + (await metrics());
    expect([control, candidate].filter(({ id }) => said.includes(id))).toEqual([]);
  } finally {
    for (const context of contexts) await context.close();
    await server.remove();
  }
});
