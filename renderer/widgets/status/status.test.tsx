// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PENDING } from '../../plan/expression.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const status = (props: object) =>
  fakeNode('status', {
    props: { look: 'block', icon: 'due', tone: 'warning', title: 'Due on Friday', ...props },
  });

describe('Status: an icon with text', () => {
  it('is announced when it changes, and its title is a heading', () => {
    drawNodes(status({}));
    const region = page.getAllByRole('status').find((each) => each.textContent === 'Due on Friday');
    expect(region).toBeDefined();
    expect(page.getByRole('heading', { name: 'Due on Friday' })).toBeDefined();
  });

  it('as banner is a note without heading', () => {
    drawNodes(status({ look: 'banner' }));
    expect(page.getByRole('note').textContent).toBe('Due on Friday');
    expect(page.queryByRole('heading', { name: 'Due on Friday' })).toBeNull();
  });

  it.each([PENDING, 'a-word-of-tomorrow'])('a pending or unknown icon (%s) is the neutral one', (icon) => {
    const neutral = drawNodes(status({ icon: 'neutral' })).container.querySelector('.cz-icon')?.innerHTML;
    cleanup();
    expect(drawNodes(status({ icon })).container.querySelector('.cz-icon')?.innerHTML).toBe(neutral);
  });

  it('a pending tone is neutral', () => {
    const { container } = drawNodes(status({ tone: PENDING }));
    expect(container.querySelector('.cz-tone-neutral')).not.toBeNull();
  });
});
