// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchWidgets, WIDGET_TYPES } from '#renderer/widgets/index.ts';
import { drawFixture, widgetFixtures } from '#renderer/widgets/testing.ts';
import { completeWindow } from '#src/testing/dom.ts';
import { isInline } from '#src/testing/inline.ts';

/*
 * A screen reader, a copied text and the snapshots join the text of inline elements: "Jose" and "Joined" side by side
 * would be one word.
 */

beforeAll(async () => {
  completeWindow(window);
  await fetchWidgets(WIDGET_TYPES);
});

afterEach(cleanup);

/** Groups of a code are one text on purpose: it is copied and read as a whole. */
const ONE_TEXT = '.cz-code-value';

/** Pairs of words of different elements without a space or a block between them. */
function joinedWords(root: Element): readonly string[] {
  const joined: string[] = [];
  let last = '';
  const walk = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) {
        const text = child.nodeValue ?? '';
        if (/[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(text)) joined.push(`${last}|${text}`);
        if (text !== '') last = text;
        continue;
      }
      if (child.nodeType !== 1) continue;
      const element = child as Element;
      if (element.getAttribute('aria-hidden') === 'true' || element.matches('svg, script, style')) continue;
      const isApart = !isInline(element) || element.matches('input, select, button');
      if (isApart) last = '';
      if (element.matches(ONE_TEXT)) last = '';
      else walk(element);
      if (isApart) last = '';
    }
  };
  walk(root);
  return joined;
}

describe('Texts of a widget that stand side by side are separated', () => {
  it.each(widgetFixtures.map(({ type, file, fixture }) => [`${type}/${file}`, fixture] as const))(
    '%s',
    (_, fixture) => expect(joinedWords(drawFixture(fixture).baseElement)).toEqual([]),
  );

  it('finds words that are joined', () => {
    const root = document.createElement('div');
    root.innerHTML = '<span>Jose</span><span>Joined</span> <p>a</p><p>b</p><b>c</b> <i>d</i>';
    expect(joinedWords(root)).toEqual(['Jose|Joined']);
  });
});
