import { type BrowserContext, expect, test } from '@playwright/test';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { WatchedPage } from '../hostile-page.ts';
import { forcePlan } from '../property/forced-plans.ts';
import {
  type HostileDefinition,
  hostileDefinitions,
  matching,
  SOUND,
} from '../property/hostile-definitions.ts';
import { LONG } from '../property/settings.ts';
import { answerShelf, servePlan } from './library-page.ts';

/* The definitions that tests/property/hostile-definitions.test.tsx refuses, forced into the borrowers' page in a real browser. */

/** Number of definitions of each class in a short run. */
const EACH = 2;

test.setTimeout(LONG ? 1_800_000 : 300_000);

const { app } = compileLibrary({ routes: ['/shelf'], data: {}, body: [] }) as { app: AppPlan };

/** A sample of each class, including the first and the last. */
function sample(all: readonly HostileDefinition[]): readonly HostileDefinition[] {
  if (LONG) return all;
  return [...new Set(all.map((one) => one.class))].flatMap((kind) => {
    const ofKind = all.filter((one) => one.class === kind);
    const step = Math.max(1, Math.floor(ofKind.length / EACH));
    return ofKind.filter((_, at) => at % step === 0 || at === ofKind.length - 1);
  });
}

/** Forbidden effects of the page for a plan. */
async function findDone(context: BrowserContext, plan: string, typed = 'aaaa'): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.goto('/healthz');
  const { origin } = new URL(page.url());
  const watched = await WatchedPage.open(page, origin);
  await servePlan(page, app, plan);
  await answerShelf(page);
  await watched.tryOut(`${origin}/shelf?readerId=r1&cardId=c1`, typed);
  const words = watched.isGivenUp
    ? ''
    : await page.evaluate(() => document.querySelector<HTMLElement>('#capiz')?.innerText ?? '');
  await page.close();
  return [...watched.tell(), ...(/Words|Send|Go|A picture|w{99}/.test(words) ? ['drew'] : [])];
}

const findWrong = async (context: BrowserContext, plan: string, typed?: string) =>
  (await findDone(context, plan, typed)).filter((what) => what !== 'drew');

test('a hostile definition of every class is harmless in the page', async ({ context }) => {
  const tried = sample(hostileDefinitions());
  const wrong: string[] = [];
  for (const definition of tried) {
    const { class: kind, title, plan, typed } = forcePlan(definition);
    const found = await findWrong(context, plan, typed);
    wrong.push(...found.map((what) => `${kind} ${title.slice(0, 60)}: ${what}`));
  }
  expect(wrong).toEqual([]);
  expect(new Set(tried.map((one) => one.class)).size).toBe(9);
});

test('an accepted pattern that hangs other engines is matched in time', async ({ context }) => {
  const screen = matching('^(a+)+$');
  const { plan } = forcePlan({ class: 'pattern', title: 'nested quantifiers', screen });
  expect(await findDone(context, plan, `${'a'.repeat(30)}!`)).toEqual(['drew']);
});

test('a valid definition that is forced into the page is rendered', async ({ context }) => {
  for (const [kind, screens] of Object.entries(SOUND))
    for (const screen of screens.filter((_, at) => kind !== 'address' || at === 2)) {
      const found = await findDone(context, forcePlan({ class: kind, title: 'sound', screen }).plan);
      expect(`${kind} ${found}`).toMatch(/drew/);
    }
});

test('the check detects a page with hostile effects', async ({ context }) => {
  const [leave] = SOUND['address'] ?? [];
  const allowed = forcePlan({ class: 'address', title: 'allowed', screen: leave ?? {} }).plan;
  expect(await findWrong(context, allowed)).toContain('asked help.example.com');
  const pages: readonly (readonly [markup: string, what: RegExp])[] = [
    ['<img src=x onerror=alert(1)>', /ran a script/],
    ['<a href="javascript:alert(1)">Go</a>', /ran a script/],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', /ran a script in a frame/],
    ['<button onclick="Object.prototype.polluted = 1">Go</button>', /Object\.prototype/],
    [
      // By the clock and by steps: on a busy machine six seconds may contain only one second of work.
      '<button onclick="let steps = 0; for (const end = performance.now() + 6000; performance.now() < end || steps < 12e6; steps += 1);">Go</button>',
      /(stood still|hung) tapping/,
    ],
    ['', /drew nothing/],
  ];
  const findPlanted = async (markup: string) => {
    const page = await context.newPage();
    const watched = await WatchedPage.open(page, 'http://127.0.0.1');
    await page.route('**/planted', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<div id="root">${markup && 'Words'}${markup}</div>` }),
    );
    await watched.tryOut('http://127.0.0.1/planted', 'aaaa');
    const told = watched.tell().join();
    await page.close();
    return told;
  };
  // In parallel, because the test mostly waits for hanging pages.
  const told = await Promise.all(pages.map(([markup]) => findPlanted(markup)));
  for (const [at, [, what]] of pages.entries()) expect(told[at]).toMatch(what);
});
