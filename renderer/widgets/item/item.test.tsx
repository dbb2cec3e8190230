// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const item = (on?: object) =>
  fakeNode('item', {
    id: 'it',
    props: { image: 'https://library.example/x.png', title: 'élan', text: 'A novel' },
    ...(on === undefined ? {} : { on: { tap: [] } }),
  });

describe('Item: a line with an image', () => {
  it('is a button if it can be tapped, named by its text alone', async () => {
    const { live } = drawNodes(item({}));
    await userEvent.click(page.getByRole('button', { name: /^élan\s*A novel$/ }));
    expect(live.asked).toEqual([['emit', 'it', 'tap']]);
  });

  it('is no control if it cannot be tapped', () => {
    drawNodes(item());
    expect(page.queryByRole('button')).toBeNull();
  });

  it('shows the first letter instead of a logo that cannot be loaded', () => {
    const { container } = drawNodes(item());
    const picture = container.querySelector('img');
    expect(picture).not.toBeNull();
    fireEvent.error(picture as Element);
    expect(container.querySelector('.cz-picture')?.textContent).toBe('É');
  });
});
