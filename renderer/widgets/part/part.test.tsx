// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

describe('Part', () => {
  it('adds no element around its nodes', () => {
    const text = (words: string) =>
      fakeNode('text', { props: { text: words, style: 'body', tone: 'neutral' } });
    drawNodes(text('First'), fakeNode('part', { slots: { body: [text('Second')] } }));
    expect(page.getByText('Second').previousElementSibling).toBe(page.getByText('First'));
  });
});
