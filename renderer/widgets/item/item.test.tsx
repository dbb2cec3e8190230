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

describe('Item: a line with a picture', () => {
  it('is a button where it can be tapped, named by its words alone', async () => {
    const { live } = drawNodes(item({}));
    await userEvent.click(page.getByRole('button', { name: /^élan\s*A novel$/ }));
    expect(live.asked).toEqual([['emit', 'it', 'tap']]);
  });

  it('is no control where it cannot', () => {
    drawNodes(item());
    expect(page.queryByRole('button')).toBeNull();
  });

  it('a logo that cannot be loaded gives way to the first letter', () => {
    const { container } = drawNodes(item());
    const picture = container.querySelector('img');
    expect(picture).not.toBeNull();
    fireEvent.error(picture as Element);
    expect(container.querySelector('.cz-picture')?.textContent).toBe('É');
  });
});
