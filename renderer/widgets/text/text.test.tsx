// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const text = (style: string, words: unknown = 'Opening hours') =>
  fakeNode('text', { props: { text: words, style, tone: 'neutral' } });

describe('Text: a text in a style', () => {
  it.each(['title', 'heading'])('style %s is a heading below the title of the screen', (style) => {
    drawNodes(text(style));
    expect(page.getByRole('heading', { level: 2, name: 'Opening hours' })).toBeDefined();
  });

  it.each(['body', 'body-strong', 'label', 'caption'])('style %s is a paragraph', (style) => {
    drawNodes(text(style));
    expect(page.getByText('Opening hours').tagName).toBe('P');
  });

  it('style spoken is read out and not visible', () => {
    drawNodes(text('spoken'));
    const words = page.getByText('Opening hours');
    expect([words.getAttribute('role'), words.className]).toEqual(['status', 'cz-visually-hidden']);
  });

  it('markup is shown as text', () => {
    drawNodes(text('body', '<img src=x onerror=alert(1)>'));
    expect(page.getByText('<img src=x onerror=alert(1)>').children).toHaveLength(0);
  });
});
