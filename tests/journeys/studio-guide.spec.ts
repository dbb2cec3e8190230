import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { fromManila, writeDayAndTime } from '../../src/studio/review/times.ts';
import { OwnServer } from './own-server.ts';
import { DESK, openStudio, previewOf, waitUntilSaved, watchFaults } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* Runs docs/start/studio.md: its steps in their order, with the words that it quotes. */

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/start/studio.md'), 'utf8');
/** Whether to retake the guide's screenshots. */
const DRAWS = process.env.CAPIZ_GUIDE_PICTURES !== undefined;

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

const [, ...sections] = GUIDE.split(/^## /m).map((text): Section => {
  const [title = '', ...rest] = text.split('\n');
  return { title, lines: joinWrapped(rest) };
});

/** Joins wrapped lines of prose. */
function joinWrapped(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/\n(?:\n|(?=\d+\. ))/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

const PEOPLE: readonly (readonly [about: RegExp, role: string])[] = [
  [/^A colleague who may approve/, 'approver'],
  [/^A colleague who may publish/, 'publisher'],
];

const CLAUSE =
  /(?<verb>press|type|choose|see) (?:`(?<keys>[^`]+)`|\*\*(?<name>[^*]+)\*\*)(?: (?:into|in) \*\*(?<field>[^*]+)\*\*)?/gi;

/** All clauses of a step; an unknown clause fails the test. */
function readStep(line: string) {
  const said = line.replace(/^\d+\. /, '');
  const clauses = [...said.matchAll(CLAUSE)];
  const left = said
    .replaceAll(CLAUSE, '')
    .replaceAll(/,| and|\./g, '')
    .trim();
  expect(left, `in the step "${line}"`).toBe('');
  return clauses.map(({ groups = {} }) => groups);
}

function buttonOf(place: Locator, name: string): Locator {
  const words = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = name.endsWith('…') ? new RegExp(`^${words.slice(0, -1)}`) : new RegExp(`^${words}$`);
  return place.getByRole('button', { name: pattern }).or(place.getByRole('link', { name: pattern }));
}

/** The day after the start of this run, in Manila. */
const TOMORROW = new Date(Date.now() + 32 * 60 * 60_000).toISOString().slice(0, 10);

/** `tomorrow, 08:30` in the format of a date-time field; undefined for other words. */
function timeOf(words: string): string | undefined {
  const time = /^tomorrow, (\d\d:\d\d)$/.exec(words)?.[1];
  return time && `${TOMORROW}T${time}`;
}

async function act(
  page: Page,
  { verb = '', keys, name = '', field }: { [part: string]: string | undefined },
) {
  // While an overlay is open, look in it; checked again on each retry.
  const place = page.locator(':is(dialog[open], [role=dialog]), body:not(:has(dialog[open], [role=dialog]))');
  switch (verb.toLowerCase()) {
    case 'press':
      if (keys !== undefined) {
        // The first match may change while parts are still loading.
        if (keys === 'Enter') await expect(place.getByText('All screens are being read.')).toHaveCount(0);
        await page.keyboard.press(keys.replace('Ctrl', 'Control'));
        return;
      }
      // A click keeps its first match, which another element may cover: wait until a match can be clicked.
      await expect(async () => buttonOf(place, name).click({ trial: true, timeout: 5_000 })).toPass({
        timeout: 60_000,
      });
      await buttonOf(place, name).click();
      return;
    case 'type':
      if (field === undefined) await page.keyboard.type(keys ?? '');
      else await place.getByLabel(field, { exact: true }).fill(keys ?? '');
      return;
    case 'choose':
      if (keys !== undefined) {
        await place.getByLabel(field ?? '', { exact: true }).fill(timeOf(keys) ?? keys);
        return;
      }
      if (field === undefined) {
        const [one, any] = (['radio', 'checkbox'] as const).map((role) =>
          place.getByRole(role, { name, exact: true }),
        );
        if (one && any) await one.or(any).check();
      }
      if (field !== undefined)
        await place.getByRole('combobox', { name: field, exact: true }).selectOption(name);
      return;
    default:
      const time = timeOf(name);
      if (time !== undefined) {
        await expect(page.getByText(`goes live ${writeDayAndTime(fromManila(time))}`)).toBeVisible();
        return;
      }
      await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  }
}

/** Errors of each opened page. */
const faults: (readonly string[])[] = [];
const people = new Map<string, BrowserContext>();
/** A person with a role, in their own browser; a known person gets a new page in the same browser. */
async function openAs(browser: Browser, role: string): Promise<Page> {
  const known = people.get(role);
  const context = known ?? (await browser.newContext({ viewport: DESK }));
  const page = await context.newPage();
  faults.push(known === undefined ? await openStudio(page, own, role, role) : watchFaults(page));
  if (known !== undefined) await page.goto(`${own.origin}/studio/new/screens`);
  people.set(role, context);
  // Fail here if the studio does not load in this time.
  page.setDefaultTimeout(30_000);
  // The preview is rendered, so searches find their targets.
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  return page;
}

/** Waits until the action is complete, before the person leaves. */
async function untilDone(page: Page): Promise<void> {
  await expect(page.locator('.st-publish, .st-confirm').locator('button[type=submit]:disabled')).toHaveCount(
    0,
    {
      timeout: 60_000,
    },
  );
}

/** A new borrower, in their own page or in the shared one. */
type NewVisit = (page?: Page, scenario?: string) => Visit;

/** The addresses that the guide gives to borrowers. */
const PAGES: { readonly [name: string]: string } = {
  'About us': '/aboutUs',
  'How to pay': '/carpmm',
  'Payment account information': '/bindBank',
};
/** The scenario of a page that needs special data. */
const SCENARIOS: { readonly [name: string]: string } = { 'Payment account information': 'bank-form' };
const READS = /^Borrowers read \*\*([^*]+)\*\*(?: on the page ([\w ]+))?/;
const SOME_READ =
  /^One borrower in ten reads \*\*([^*]+)\*\* on the page ([\w ]+), .* all others read \*\*([^*]+)\*\*/;
const STILL_READS = /^Borrowers who read \*\*([^*]+)\*\* on the page ([\w ]+) still read it/;
const ALL_READ = /^All of them read \*\*([^*]+)\*\* on the page ([\w ]+) with/;

/** Borrowers who stay for the whole rollout, each in their own browser, by the text that they saw first. */
const followed = new Map<string, Visit>();

/** A new browser gets a random side: repeat until it has the right release. */
async function findReader(borrower: Visit, path: string, words: string): Promise<void> {
  const context = borrower.page.context();
  await expect(async () => {
    for (let asked = 0; asked < 50; asked += 1) {
      await context.clearCookies();
      const document = await context.request.get(own.origin + borrower.address(path));
      if ((await document.text()).includes(words)) return;
    }
    throw new Error(`Of 50 borrowers nobody reads "${words}".`);
  }).toPass({ timeout: 30_000 });
}

async function expectRead(borrower: Visit, path: string, words: string): Promise<void> {
  await borrower.page.goto(own.origin + borrower.address(path, { lang: 'source' }));
  // While the page takes over the rendered screen, both are in the document.
  await expect(
    borrower.page.getByText(words, { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
}

/** Checks the guide's statements about borrowers. */
async function checkReaders(line: string, browser: Browser, visit: NewVisit): Promise<void> {
  const [, read, on = ''] = READS.exec(line) ?? [];
  if (read !== undefined) await expectRead(visit(undefined, SCENARIOS[on]), PAGES[on] ?? '/repay', read);
  const [, some, where = '', others] = SOME_READ.exec(line) ?? [];
  for (const words of [some, others]) {
    if (words === undefined) continue;
    const borrower = visit(await (await browser.newContext()).newPage());
    followed.set(words, borrower);
    await findReader(borrower, PAGES[where] ?? '', words);
    // The same text on the next visit.
    for (let time = 0; time < 2; time += 1) await expectRead(borrower, PAGES[where] ?? '', words);
  }
  const [, still, there = ''] = STILL_READS.exec(line) ?? [];
  if (still !== undefined) {
    const borrower = followed.get(still);
    if (borrower === undefined) throw new Error(`Nobody read "${still}" before.`);
    await expectRead(borrower, PAGES[there] ?? '', still);
  }
  const [, all, everywhere = ''] = ALL_READ.exec(line) ?? [];
  if (all === undefined) return;
  expect(followed.size).toBe(2);
  for (const borrower of followed.values()) await expectRead(borrower, PAGES[everywhere] ?? '', all);
}

test('the steps of the guide, in its order and words, have the results that it describes', {
  tag: '@long',
}, async ({ browser, page: borrowersPage, request, violations }) => {
  // About three hundred actions of four people: two minutes on a busy machine.
  test.setTimeout(600_000);
  const visit: NewVisit = (page = borrowersPage, scenario = 'repayable') =>
    new Visit(page, request, scenario);
  for (const { title, lines } of sections) {
    if (!lines.some((line) => /^\d+\. /.test(line))) continue;
    await test.step(title, async () => {
      let page = PEOPLE.some(([about]) => about.test(lines[0] ?? ''))
        ? undefined
        : await openAs(browser, 'editor');
      for (const line of lines) {
        if (page !== undefined) await untilDone(page);
        const role = PEOPLE.find(([about]) => about.test(line))?.[1];
        if (role !== undefined) {
          // A person who is done leaves, because an open review continues to compare states.
          await page?.close();
          page = await openAs(browser, role);
        }
        const picture = /^!\[[^\]]*\]\((images\/[\w-]+\.png)\)$/.exec(line)?.[1];
        if (picture !== undefined) await picturesOf(page, picture);
        await checkReaders(line, browser, visit);
        if (!/^\d+\. /.test(line) || page === undefined) continue;
        for (const clause of readStep(line)) await act(page, clause);
      }
      if (page !== undefined && title === 'Change a label')
        await expect(page.getByText('Nothing waits.')).toBeVisible();
      if (page !== undefined && title === 'Undo') await waitUntilSaved(page);
      await page?.close();
    });
  }
  for (const { page } of followed.values()) await page.context().close();
  expect([...faults.flat(), ...violations]).toEqual([]);
});

/** Clicks, chords and runs of typing, without the review. */
test('a label is changed in at most four actions, none of them in JSON', () => {
  const { lines = [] } = sections.find(({ title }) => title === 'Change a label') ?? {};
  const steps = lines.filter((line) => /^\d+\. /.test(line)).map(readStep);
  const review = steps.findIndex((clauses) => clauses.some(({ name }) => name?.startsWith('Review')));
  const actions = steps.slice(0, review).flat();
  expect(actions.length).toBeGreaterThan(1);
  expect(actions.length).toBeLessThanOrEqual(4);
  expect(actions.map(({ name, field }) => name ?? field)).not.toContain('JSON');
});

/** Checks a screenshot's position and file; with CAPIZ_GUIDE_PICTURES it is retaken. */
async function picturesOf(page: Page | undefined, path: string): Promise<void> {
  expect(page).toBeDefined();
  await expect(page?.locator('iframe:visible, table:visible').first() ?? fail()).toBeVisible();
  if (DRAWS) {
    await page?.waitForTimeout(3_000);
    await page?.screenshot({ path: join(ROOT, 'docs/start', path) });
  }
  expect(readFileSync(join(ROOT, 'docs/start', path)).byteLength).toBeGreaterThan(10_000);
}

function fail(): never {
  throw new Error('A picture stands where nobody has opened the studio.');
}
