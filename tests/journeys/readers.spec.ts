import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { compileProject } from '../../renderer/grammar/compile.ts';
import { checkCompatibility, type Verdict } from '../../renderer/grammar/verdict.ts';
import { GRAMMAR } from '../../renderer/plan/grammar.ts';
import type { NodePlan, Plan } from '../../renderer/plan/plan.ts';
import { readProjectFiles } from '../../src/shared/project-files.ts';
import { type Definitions, loadProject } from '../../src/server/project.ts';
import { createApp } from '../../src/server/app.ts';
import { type Answerer, optionsOf, serve } from '../../src/server/start.ts';
import { isRefusal, readSettings } from '../../src/server/settings.ts';
import { listKept, unpack } from '../keep-reader.mjs';
import { LONG } from '../property/settings.ts';
import { reportFigures } from '../reliability/figures.ts';
import { listPlaces } from './every-screen.ts';
import { expect, test, Visit } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The pages of every earlier grammar against the current server: each treats a plan as the verdict predicts. Verdict and page
 * share no code: the page is the old build.
 */
/** A node newer than every grammar, so no page knows it. */
const unknown = (more: Partial<NodePlan> = {}): NodePlan => ({
  id: 'new',
  type: 'hologram',
  reads: [],
  ...more,
});
const INSTEAD: NodePlan = { id: 'old', type: 'text', props: { text: 'What older pages show' }, reads: [] };

interface Case {
  readonly screen: string;
  readonly path: string;
  /** Nodes before the screen's own body. */
  readonly first?: NodePlan;
  readonly more?: Partial<Plan>;
  /** Members of the screen's definition, which is compiled with them. */
  readonly written?: { readonly [member: string]: unknown };
}

const CASES: readonly Case[] = [
  { screen: 'privacy-policy', path: '/privacyPolicy' },
  { screen: 'test-steps', path: '/testSteps' },
  { screen: 'about-us', path: '/aboutUs', first: unknown({ fallback: INSTEAD, critical: true }) },
  { screen: 'customer-service', path: '/customerService', first: unknown() },
  { screen: 'promotion-agreement', path: '/agreementTemplate', first: unknown({ critical: true }) },
  { screen: 'download', path: '/downloadTemplate', more: { grammar: GRAMMAR + 1 } },
];

const TABLE = {
  type: 'table',
  caption: 'Days',
  empty: 'None',
  columns: [{ heading: 'Day' }],
  rows: [{ cells: ['Monday'] }],
};
const TOGGLE = { type: 'check', name: 'often', label: 'Write often', look: 'toggle' };
const CHOICE = {
  type: 'form',
  id: 'letters',
  body: [TOGGLE],
  on: { submit: { do: 'notice', text: 'Done.' } },
};
const SEND = { type: 'button', text: 'Send', on: { tap: { do: 'submit', form: 'letters' } } };
const OFTEN = { type: 'text', text: 'Often', visibleWhen: 'form.letters.?often.orValue(false)' };

/** What grammar 5 added, in real definitions, and what a page of an earlier grammar does with it. */
const GRAMMAR_5: readonly (Case & { readonly earlier: Verdict['verdict'] })[] = [
  {
    screen: 'privacy-policy',
    path: '/privacyPolicy',
    written: {
      values: { isOnline: { value: 'device.online', title: 'The phone is online' } },
      lists: {
        tell: {
          inputs: { words: { type: 'string' } },
          run: [{ do: 'set', target: 'state.said', value: '${inputs.words}' }],
        },
      },
      state: { said: { type: 'string', initial: '' } },
      on: { enter: { do: 'run', list: 'tell', with: { words: 'hello' } } },
      body: [
        {
          type: 'text',
          text: 'What older pages know',
          visibleWhen: "values.isOnline && state.said == 'hello'",
        },
      ],
    },
    earlier: 'shows',
  },
  {
    screen: 'about-us',
    path: '/aboutUs',
    written: { body: [TABLE, { type: 'text', text: 'What older pages know' }] },
    earlier: 'shows-with-fallback',
  },
  {
    screen: 'customer-service',
    path: '/customerService',
    written: { body: [CHOICE, SEND, OFTEN] },
    earlier: 'refuses',
  },
  {
    screen: 'promotion-agreement',
    path: '/agreementTemplate',
    written: { body: [{ type: 'text', text: '${number(max(1, 2))}' }] },
    earlier: 'refuses',
  },
];

/** The plans of screens whose definitions have more members; nodes come before the screen's own. */
function compileWith(cases: readonly Case[]): ReadonlyMap<string, Plan> {
  const files = readProjectFiles('.').map((file) => {
    const one = cases.find(({ screen }) => file.path === `screens/${screen}.screen.json`);
    if (one?.written === undefined) return file;
    const { body, ...more } = one.written;
    const document = JSON.parse(file.text) as { readonly body: readonly unknown[] };
    const changed = { ...document, ...more, body: [...(body as readonly unknown[]), ...document.body] };
    return { ...file, text: JSON.stringify(changed) };
  });
  const { plans, problems } = compileProject(files);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return plans;
}

function changePlans({ plans, ...rest }: Definitions, cases: readonly Case[]): Definitions {
  const changed = new Map(plans);
  const written = cases.filter((one) => one.written !== undefined);
  const compiled = written.length === 0 ? undefined : compileWith(written);
  for (const { screen } of written) {
    const plan = compiled?.get(screen);
    if (plan !== undefined) changed.set(screen, plan);
  }
  for (const { screen, first, more } of cases) {
    const plan = changed.get(screen);
    if (plan === undefined) throw new Error(`There is no screen ${screen}.`);
    changed.set(screen, { ...plan, ...more, body: [...(first === undefined ? [] : [first]), ...plan.body] });
  }
  return { ...rest, plans: changed };
}

interface Standing {
  readonly origin: string;
  readonly definitions: Definitions;
}

/** Documents used to contain the time; old pages have no other clock. */
function sayingTime(app: Answerer): Answerer {
  return {
    async fetch(request, env) {
      const plain = new Request(request);
      plain.headers.delete('Accept-Encoding');
      const reply = await app.fetch(plain, env);
      if (!/^text\/html/.test(reply.headers.get('Content-Type') ?? '')) return reply;
      const html = (await reply.text()).replace(
        /"demo":\w+\}<\/script>/,
        (end) => `"now":${Date.now()},${end}`,
      );
      const answer = new Response(html, reply);
      answer.headers.delete('Content-Length');
      answer.headers.delete('ETag');
      return answer;
    },
  };
}

/** The current server with the page of that grammar, over the current definitions with changes. */
async function serveTo(
  grammar: number,
  cases: readonly Case[],
  run: (standing: Standing) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-reader-'));
  if (grammar < GRAMMAR) unpack(grammar, join(folder, 'borrower'));
  const project = loadProject('.', grammar < GRAMMAR ? folder : 'dist');
  const settings = readSettings({ PORT: '0', CAPIZ_DEMO: '1', CAPIZ_REPORTS: '0', CAPIZ_DATA: folder });
  if (isRefusal(settings) || project.definitions === undefined) throw new Error('It cannot be served.');
  const definitions = changePlans(project.definitions, cases);
  const server = await serve(settings, (payOrigin) => {
    const apps = createApp(optionsOf(settings, { ...project, definitions }, payOrigin, () => undefined));
    return grammar < GRAMMAR ? { ...apps, app: sayingTime(apps.app) } : apps;
  });
  try {
    await run({ origin: server.origin, definitions });
  } finally {
    await server.close(0);
    rmSync(folder, { recursive: true, force: true });
  }
}

const REFUSAL = 'This page cannot be shown';
const KNOWN = 'What older pages know';

/** Opens each case on the page of a grammar. @returns what the page did, and what was predicted. */
async function openCases(page: Page, grammar: number, cases: readonly Case[]) {
  const seen: { [screen: string]: Verdict['verdict'] } = {};
  const said: typeof seen = {};
  await serveTo(grammar, cases, async ({ origin, definitions }) => {
    const lost: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('widget/unknown') === true) lost.push(request.url());
    });
    for (const { screen, path, first, written } of cases) {
      const plan = definitions.plans.get(screen);
      if (plan === undefined) continue;
      said[screen] = checkCompatibility(plan, grammar).verdict;
      lost.length = 0;
      await page.goto(origin + path);
      const refused = page.getByText(REFUSAL);
      await expect(page.getByRole('heading', { level: 1 }).first().or(refused).first()).toBeVisible();
      await expect(page.getByRole('main').or(refused).first()).not.toBeEmpty();
      const isRefused = await refused.isVisible();
      // A page reports what it lacks, and shows the fallback.
      if (!isRefused && said[screen] !== 'shows') await expect.poll(() => lost.length).toBeGreaterThan(0);
      if (first?.fallback !== undefined) await expect(page.getByText('What older pages show')).toBeVisible();
      if (written !== undefined && !isRefused && JSON.stringify(written).includes(KNOWN))
        await expect(page.getByText(KNOWN)).toBeVisible();
      seen[screen] = isRefused ? 'refuses' : lost.length > 0 ? 'shows-with-fallback' : 'shows';
    }
  });
  return { seen, said };
}

const PAGES = [...listKept(), GRAMMAR];
for (const [at, grammar] of PAGES.entries()) {
  // The short run opens the two oldest pages, the newest kept page and the current page.
  const tag = at < 2 || at > PAGES.length - 3 ? [] : ['@long'];
  test(`the page of grammar ${grammar} treats plans as the verdict predicts`, { tag }, async ({ page }) => {
    const { seen, said } = await openCases(page, grammar, CASES);
    expect(seen).toEqual(said);
  });

  const other = `the page of grammar ${grammar} shows what it can of grammar 5, and refuses the rest`;
  test(other, { tag }, async ({ page }) => {
    const { seen, said } = await openCases(page, grammar, GRAMMAR_5);
    expect(seen).toEqual(said);
    expect(seen).toEqual(
      Object.fromEntries(GRAMMAR_5.map(({ screen, earlier }) => [screen, grammar < 5 ? earlier : 'shows'])),
    );
  });
}

/** Possible additions of a later language to any screen. */
const CHANGES: { readonly [title: string]: Pick<Case, 'first' | 'more'> } = {
  unchanged: {},
  'with an unknown decorative widget': { first: unknown() },
  'with an unknown widget that has a fallback': { first: unknown({ fallback: INSTEAD }) },
  'with an unknown critical widget': { first: unknown({ critical: true }) },
  'of a later grammar': { more: { grammar: GRAMMAR + 1 } },
};

if (LONG) {
  for (const grammar of [...listKept(), GRAMMAR]) {
    test(`the page of grammar ${grammar} opens all live screens without a fault`, async ({
      page,
      request,
      violations,
    }) => {
      test.setTimeout(1_800_000);
      const places = await listPlaces(request);
      const wrong: string[] = [];
      let isErrorOf = '';
      page.on('pageerror', (error) => wrong.push(`${isErrorOf}: ${String(error)}`));
      const counts: { [what: string]: number } = {};
      for (const [title, change] of Object.entries(CHANGES)) {
        const cases = places.map(({ screen, path }) => ({ screen, path, ...change }));
        await serveTo(grammar, cases, async ({ origin, definitions }) => {
          for (const { screen, path, scenario, params } of places) {
            isErrorOf = `${screen} ${title}`;
            const plan = definitions.plans.get(screen);
            if (plan === undefined) continue;
            const { verdict } = checkCompatibility(plan, grammar);
            await page.goto(origin + new Visit(page, request, scenario).address(path, params));
            const refused = page.getByText(REFUSAL);
            const heading = page.getByRole('heading', { level: 1 }).first();
            await expect(heading.or(refused).first(), isErrorOf).toBeVisible();
            await expect(page.getByRole('main').or(refused).first(), isErrorOf).not.toBeEmpty();
            let what: string = verdict;
            if (verdict === 'refuses') {
              // If the data of the screen was refused too, the error state is shown instead of the content.
              const instead = page.getByRole('main').getByRole('alert').first();
              await expect(refused.or(instead).first(), isErrorOf).toBeVisible();
              if (!(await refused.isVisible())) what = 'shows nothing of it';
              if ((await page.locator('form, .cz-button-primary').count()) > 0)
                wrong.push(`${isErrorOf} can be sent`);
            } else if (await refused.isVisible()) wrong.push(`${isErrorOf} is refused, not ${verdict}`);
            counts[what] = (counts[what] ?? 0) + 1;
          }
        });
      }
      reportFigures({
        check: 9,
        part: 'kept page',
        grammar,
        screens: places.length,
        ...counts,
        wrong: wrong.length,
      });
      expect([...wrong, ...violations]).toEqual([]);
      expect(counts['refuses']).toBeGreaterThan(places.length);
    });
  }
}
