import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { STATE_ATTRIBUTE, STATE_PARAMETER } from '../../src/shared/states.ts';
import { findCut, scaleText } from './layout.ts';
import { expect, test } from './visit.ts';

const SCREENS = resolve(import.meta.dirname, '../../screens');
const screens = readdirSync(SCREENS)
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

/** Source and translation of each text that a catalogue says otherwise than the definitions do. */
function readCatalogue(language: string): (readonly [source: string, translation: string])[] {
  type Group = { [source: string]: string | { text?: string } };
  const catalogue = JSON.parse(readFileSync(resolve(SCREENS, `messages/${language}.json`), 'utf8')) as {
    messages: Group;
    contexts?: { [context: string]: Group };
  };
  // What is said in two ways, as the context wants, may be said in either.
  const twofold = new Set(Object.values(catalogue.contexts ?? {}).flatMap((group) => Object.keys(group)));
  return Object.entries(catalogue.messages)
    .map(([source, entry]) => [source, typeof entry === 'string' ? entry : (entry.text ?? '')] as const)
    .filter(([source, translation]) => !['', source].includes(translation) && !twofold.has(source));
}

const ENGLISH = readCatalogue('en-PH');
const FILIPINO = readCatalogue('fil-PH');

/** Letters beside its placeholders that a text needs to be known again: "{periods} days" may be anybody's. */
const LETTERS = 10;

/** Whether a text is one of these, with something in the place of each `{placeholder}`. */
function isOneOf(texts: readonly string[]): (text: string) => boolean {
  const plain = new Set(texts.filter((text) => !text.includes('{')));
  const patterns = texts
    .filter((text) => text.includes('{') && text.replaceAll(/\{[^{}]+\}/g, '').length >= LETTERS)
    .map((text) => {
      const parts = text.split(/\{[^{}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`, 's');
    });
  return (text) => plain.has(text) || patterns.some((pattern) => pattern.test(text));
}

const isEnglishSource = isOneOf(ENGLISH.map(([source]) => source));
const isFilipinoSource = isOneOf(FILIPINO.map(([source]) => source));
const isFilipino = isOneOf(FILIPINO.map(([, translation]) => translation));
const isEnglish = (text: string) =>
  isFilipinoSource(text) || ENGLISH.some(([, translation]) => translation === text);

/** Every text that is seen or read out. */
async function textsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: (string | null)[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      if (walker.currentNode.parentElement?.closest('script, style, noscript, template') === null)
        found.push(walker.currentNode.nodeValue);
    }
    for (const element of document.body.querySelectorAll('[aria-label], [alt], [placeholder], [title]')) {
      for (const name of ['aria-label', 'alt', 'placeholder', 'title'])
        found.push(element.getAttribute(name));
    }
    return [...new Set(found.map((text) => text?.trim() ?? ''))].filter((text) => text !== '');
  });
}

/** Its content is a call that is under way. */
const WAITS = 'alipay-repayment';

/** Opens a screen with content, and reads the texts of it that the service has not sent. */
async function openContent(page: Page, screen: string, language: string): Promise<string[]> {
  const replies: Promise<string>[] = [];
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url());
    if (reply.headers()['content-type']?.includes('json') === true && !pathname.startsWith('/capiz/'))
      replies.push(reply.text().catch(() => ''));
  });
  const reach = async (asked: string): Promise<void> => {
    await page.goto(
      `/gallery/${screen}/${screen === WAITS ? 'cards-alipay-unsafe' : 'content'}?lang=${asked}`,
    );
    const root = page.locator(`html[${STATE_ATTRIBUTE}]`);
    await root.waitFor({ state: 'attached' });
    expect(await root.getAttribute(STATE_ATTRIBUTE)).toBe('reached');
  };
  // It is led to by English words; opened by itself in another language, it says that it has no code.
  if (screen === 'repay-code-stored') {
    await reach('en-PH');
    const address = new URL(page.url());
    address.searchParams.set('lang', language);
    address.searchParams.delete(STATE_PARAMETER);
    await page.goto(address.href);
    await expect(page.getByRole('main')).toContainText(/\w/);
  } else await reach(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const sent = (await Promise.all(replies)).join('\n');
  return (await textsOf(page)).filter((text) => !sent.includes(JSON.stringify(text)));
}

for (const screen of screens) {
  test(`${screen} speaks Filipino, and nothing of it is cut in large text on a narrow phone`, async ({
    page,
    violations,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await scaleText(page, 2);
    const texts = await openContent(page, screen, 'fil-PH');
    expect(texts.filter((text) => isFilipinoSource(text) && !isFilipino(text))).toEqual([]);
    expect(texts.filter(isFilipino)).not.toEqual([]);
    expect(await findCut(page)).toEqual([]);
    expect(violations).toEqual([]);
  });

  test(`${screen} speaks the English of the Philippines`, async ({ page, violations }) => {
    const texts = await openContent(page, screen, 'en-PH');
    expect(texts.filter((text) => isEnglishSource(text))).toEqual([]);
    expect(texts.filter((text) => isFilipino(text) && !isEnglish(text))).toEqual([]);
    expect(texts.filter(isEnglish)).not.toEqual([]);
    expect(violations).toEqual([]);
  });
}

test('9.6 the language of an address is remembered until 31 December 9999, and another address wins', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  const language = page.locator('html');
  const reply = await page.goto(borrower.address('/repay', { lang: 'fil-PH' }));
  expect(await reply?.headerValue('set-cookie')).toContain('Expires=Fri, 31 Dec 9999 23:59:59 GMT');
  await expect(language).toHaveAttribute('lang', 'fil-PH');
  await expect(borrower.button('Paraan ng pagbabayad')).toBeVisible();

  // Chromium keeps no cookie longer than 400 days.
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'capiz-lang');
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(390 * 24 * 60 * 60);

  await borrower.open('/repay');
  await expect(language).toHaveAttribute('lang', 'fil-PH');
  await expect(borrower.button('Paraan ng pagbabayad')).toBeVisible();
  await borrower.open('/repay', { lang: 'en-PH' });
  await expect(language).toHaveAttribute('lang', 'en-PH');
  await expect(borrower.button('Payment Method')).toBeVisible();
  await borrower.open('/repay');
  await expect(language).toHaveAttribute('lang', 'en-PH');
});

test('a language that nobody speaks changes nothing', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay', { lang: 'tlh' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-PH');
  await expect(borrower.button('Payment Method')).toBeVisible();
});
