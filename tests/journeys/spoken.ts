import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

const CATALOGUES = resolve(import.meta.dirname, '../../screens/messages');

/** Source and translation of each text that a catalogue overrides. */
function readCatalogue(language: string): (readonly [source: string, translation: string])[] {
  type Group = { [source: string]: string | { text?: string } };
  const catalogue = JSON.parse(readFileSync(resolve(CATALOGUES, `${language}.json`), 'utf8')) as {
    messages: Group;
    contexts?: { [context: string]: Group };
  };
  // A text with several contexts has several translations; each is accepted.
  const twofold = new Set(Object.values(catalogue.contexts ?? {}).flatMap((group) => Object.keys(group)));
  return Object.entries(catalogue.messages)
    .map(([source, entry]) => [source, typeof entry === 'string' ? entry : (entry.text ?? '')] as const)
    .filter(([source, translation]) => !['', source].includes(translation) && !twofold.has(source));
}

const ENGLISH = readCatalogue('en-PH');
const FILIPINO = readCatalogue('fil-PH');

/** Minimum letters beside placeholders for a text to be recognizable: "{periods} days" is not. */
const LETTERS = 10;

/** Whether a text is one of `texts`, with any value for each `{placeholder}`. */
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

/** Every visible text and every accessible name. */
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

/**
 * Texts of a page in a wrong language, except those that the service has sent.
 *
 * @param sent - All replies of the service, as text.
 */
export async function findForeignWords(
  page: Page,
  language: 'en-PH' | 'fil-PH',
  sent: string,
): Promise<string[]> {
  const texts = (await textsOf(page)).filter((text) => !sent.includes(JSON.stringify(text)));
  const [own, foreign] =
    language === 'fil-PH'
      ? [texts.filter(isFilipino), texts.filter((text) => isFilipinoSource(text) && !isFilipino(text))]
      : [
          texts.filter(isEnglish),
          texts.filter((text) => isEnglishSource(text) || (isFilipino(text) && !isEnglish(text))),
        ];
  return own.length > 0 ? foreign.map((text) => `“${text}” is not ${language}`) : [`no word is ${language}`];
}
