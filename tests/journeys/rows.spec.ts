import type { Page } from '@playwright/test';
import { findMisfits } from './layout.ts';
import { serveLibrary } from './library-page.ts';
import { expect, test } from './visit.ts';

/* Renders rows with combinations of widgets that no shipped screen has, and checks that nothing is cut, covered or wider than the phone. */

type Json = { readonly [name: string]: unknown };

const WORDS = [
  { go: 'Get the code', stop: 'Cancel', text: 'We send a code to your number.', hint: 'As on your card' },
  {
    go: 'Ipagpatuloy ang pagbabayad',
    stop: 'Kanselahin',
    text: 'Nagpapadala kami ng code sa numero ng telepono na ibinigay mo noong nagparehistro ka.',
    hint: 'Ilagay ang pangalan katulad ng nakasulat sa iyong card o sa iyong ID',
  },
  {
    go: 'Pinakapangkaraniwang-katanungan',
    stop: 'Pinakamakapangyarihan',
    text: 'REFERENCE-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789',
    hint: 'reference@pinakamakapangyarihang-tanggapan.example',
  },
] as const;

const button = (text: string, emphasis = 'secondary'): Json => ({
  ...{ type: 'button', text, emphasis },
  on: { tap: [{ do: 'notice', text: 'Done' }] },
});
const row = (...body: readonly Json[]): Json => ({ type: 'section', look: 'row', body });
const card = (body: readonly Json[]): Json => ({ type: 'section', body });
/** The page's policy refuses this image: its alternative text and the retry button replace it. */
const PICTURE = { type: 'image', src: 'https://covers.example/1.png', alt: 'Cover' };

function rowsOf({ go, stop, text, hint }: (typeof WORDS)[number], at: number): readonly Json[] {
  const words = { type: 'text', text };
  const send = (inside: readonly Json[]): Json => ({
    ...{ type: 'form', id: `form${at}-${inside.length}`, draft: false },
    body: [
      row(...inside, {
        ...{ type: 'button', text: go },
        on: { tap: [{ do: 'submit', form: `form${at}-${inside.length}` }] },
      }),
    ],
    on: { submit: [{ do: 'notice', text: 'Sent' }] },
  });
  const field = (name: string, more: Json = {}): Json => ({
    ...{ type: 'text-field', name, label: stop, hint },
    rules: [{ rule: 'required', message: text }],
    ...more,
  });
  return [
    row(words, button(go)),
    row(button(stop), words),
    row(words, button(go), button(stop)),
    row(button(stop), button(go, 'primary')),
    row(button(stop), button(go), button(stop, 'link')),
    row({ ...PICTURE, ratio: 'square' }, words, button(go)),
    row(words, { ...PICTURE, ratio: 'square' }, button(stop)),
    row({ ...PICTURE, ratio: 'captcha' }, button(go, 'link')),
    row({ ...PICTURE, ratio: 'auto' }, words),
    row({ type: 'code', value: '80325512345678901234', label: stop }, button(go)),
    row({ type: 'amount', value: '${state.sum}', label: stop }, button(go)),
    row({ type: 'rows', rows: [{ label: 'Halaga', value: text }] }, button(go)),
    row({ type: 'item', title: go, text }, button(stop)),
    row({ type: 'status', title: go, text }, button(stop)),
    send([field('name')]),
    send([
      field('first'),
      field('second', {
        type: 'number-field',
        number: 'integer',
        rules: [{ rule: 'required', message: text }],
      }),
    ]),
    send([
      field('own'),
      { type: 'check', name: 'agreed', label: text, rules: [{ rule: 'required', message: text }] },
      {
        ...{ type: 'choice', name: 'way', label: stop, hint, look: 'sheet' },
        options: [{ value: 'a', text: go }],
        rules: [{ rule: 'required', message: text }],
      },
    ]),
  ];
}

const SCREEN = {
  routes: ['/shelf'],
  params: {},
  data: {},
  state: { sum: { type: 'integer', 'x-unit': 'minor', initial: 0 } },
  body: WORDS.flatMap((words, at) => [card(rowsOf(words, at)), ...rowsOf(words, at + WORDS.length)]),
};

/** Finds content beyond its row or over other content, hints beside their field, and broken words. */
async function findRowFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.className} in ${element.parentElement?.tagName} ${element.parentElement?.className}: ${element.textContent.slice(0, 40)}`;
    for (const one of document.querySelectorAll('.cz-row')) {
      const edge = one.getBoundingClientRect();
      const parts = [...one.children].map((element) => ({ element, box: element.getBoundingClientRect() }));
      for (const { element, box } of parts) {
        if (box.width < 24) found.push(`${Math.round(box.width)} px wide: ${nameOf(element)}`);
        for (const inner of [element, ...element.querySelectorAll('*')]) {
          if (!inner.checkVisibility() || getComputedStyle(inner).position === 'absolute') continue;
          const { left, right } = inner.getBoundingClientRect();
          if (left < edge.left - 1 || right > edge.right + 1) found.push(`beyond its row: ${nameOf(inner)}`);
        }
      }
      for (const [at, a] of parts.entries())
        for (const b of parts.slice(at + 1))
          if (
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1
          )
            found.push(`over each other: ${nameOf(a.element)} | ${nameOf(b.element)}`);
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null) throw new Error('no canvas');
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        const { currentNode: node } = walker;
        const { parentElement: parent, nodeValue } = node;
        if (parent === null || nodeValue === null || parent.closest('.cz-code-value, .cz-visually-hidden'))
          continue;
        canvas.font = getComputedStyle(parent).font;
        for (const { 0: word, index } of nodeValue.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          // A hyphen allows a line break, and up to 72 px may surround words.
          const isShort = canvas.measureText(word).width < edge.width - 72;
          if (lines.size > 1 && isShort && !word.includes('-'))
            found.push(`broken: ${word} in ${nameOf(parent)}`);
        }
      }
    }
    for (const field of document.querySelectorAll('.cz-field')) {
      const control = field.querySelector('.cz-input')?.getBoundingClientRect();
      for (const note of field.querySelectorAll('.cz-field-hint, .cz-field-problem')) {
        const box = note.getBoundingClientRect();
        if (control && (box.top < control.bottom - 1 || Math.abs(box.left - control.left) > 1))
          found.push(`not under its field: ${nameOf(note)}`);
      }
    }
    return [...new Set(found)];
  });
}

test('1.17 in a row nothing is cut, covered, broken or wider than the phone, and a hint is under its field', async ({
  page,
}) => {
  await serveLibrary(page, SCREEN, {});
  await page.goto('/shelf?readerId=7');
  await expect(page.locator('.cz-row').first()).toBeVisible();
  const found: string[] = [];
  const look = async (when: string) => {
    for (const [width, height] of [
      [390, 844],
      [320, 568],
    ] as const)
      for (const scale of [1, 2]) {
        await page.setViewportSize({ width, height });
        await page.evaluate(async (factor) => {
          document.documentElement.style.fontSize = `${16 * factor}px`;
          // Content that adapts to its width does so in the next frame.
          for (let frame = 0; frame < 2; frame += 1)
            await new Promise((resolve) => {
              requestAnimationFrame(resolve);
            });
        }, scale);
        const faults = [...(await findMisfits(page)), ...(await findRowFaults(page))];
        found.push(...faults.map((fault) => `${when}, ${width} px, text ${scale * 100} %: ${fault}`));
      }
  };
  await look('as it opens');
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.cz-form .cz-act > button')) one.click();
  });
  await expect(page.locator('.cz-field-problem').first()).toBeVisible();
  await look('with problems');
  expect(found).toEqual([]);
});
