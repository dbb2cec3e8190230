import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test } from './visit.ts';

/* docs/studio.md is this test: its steps are done in their order, with the words that it quotes. */

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/studio.md'), 'utf8');
/** Whether the guide's pictures are made anew. */
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

/** Lines of prose as they are meant: what was wrapped is one. */
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

/** A step's clauses, all of them: what is not understood is a step that the guide lacks. */
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

function buttonOf(page: Page, name: string): Locator {
  const words = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = name.endsWith('…') ? new RegExp(`^${words.slice(0, -1)}`) : new RegExp(`^${words}$`);
  return page.getByRole('button', { name: pattern });
}

async function act(
  page: Page,
  { verb = '', keys, name = '', field }: { [part: string]: string | undefined },
) {
  switch (verb.toLowerCase()) {
    case 'press':
      if (keys === undefined) await buttonOf(page, name).click();
      else await page.keyboard.press(keys.replace('Ctrl', 'Control'));
      return;
    case 'type':
      if (field === undefined) await page.keyboard.type(keys ?? '');
      else await page.getByLabel(field, { exact: true }).fill(keys ?? '');
      return;
    case 'choose':
      await page.getByLabel(field ?? '', { exact: true }).selectOption(name);
      return;
    default:
      await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  }
}

let people = 0;
async function openAs(browser: Browser, role: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  expect(await openStudio(page, own, `${role}-${(people += 1)}`, role)).toEqual([]);
  // The preview stands, so what is asked for is found.
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  return page;
}

test('the steps of the guide, in its order and words, end in what it says borrowers read', async ({
  browser,
  visit,
}) => {
  for (const { title, lines } of sections) {
    await test.step(title, async () => {
      let page = PEOPLE.some(([about]) => about.test(lines[0] ?? ''))
        ? undefined
        : await openAs(browser, 'editor');
      for (const line of lines) {
        const role = PEOPLE.find(([about]) => about.test(line))?.[1];
        if (role !== undefined) page = await openAs(browser, role);
        const picture = /^!\[[^\]]*\]\((images\/[\w-]+\.png)\)$/.exec(line)?.[1];
        if (picture !== undefined) await picturesOf(page, picture);
        const read = /^Borrowers read \*\*([^*]+)\*\*/.exec(line)?.[1];
        if (read !== undefined) {
          const borrower = visit('repayable');
          await borrower.page.goto(own.origin + borrower.address('/repay', { lang: 'source' }));
          await expect(borrower.button(read)).toBeVisible();
        }
        if (!/^\d+\. /.test(line) || page === undefined) continue;
        for (const clause of readStep(line)) await act(page, clause);
      }
      if (page !== undefined && title === 'Change a label')
        await expect(page.getByText('Nothing waits.')).toBeVisible();
      if (page !== undefined && title === 'Undo') await waitUntilSaved(page);
      await page?.context().close();
    });
  }
});

/** A picture that the guide shows is one of this run; it is written only where somebody asks for it. */
async function picturesOf(page: Page | undefined, path: string): Promise<void> {
  expect(page).toBeDefined();
  await expect(page?.locator('iframe:visible').first() ?? fail()).toBeVisible();
  if (DRAWS) {
    await page?.waitForTimeout(3_000);
    await page?.screenshot({ path: join(ROOT, 'docs', path) });
  }
  expect(readFileSync(join(ROOT, 'docs', path)).byteLength).toBeGreaterThan(10_000);
}

function fail(): never {
  throw new Error('A picture stands where nobody has opened the studio.');
}
