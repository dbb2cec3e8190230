// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawScreen, fakeNode, fakeScreen } from '../../screen/testing.ts';

afterEach(cleanup);

const assets = { map: '/capiz/assets/map-1.svg' };
const draw = (props: object, on?: object) => {
  const live = fakeScreen({
    body: [
      fakeNode('image', {
        id: 'it',
        props: { ratio: 'banner', ...props },
        ...(on === undefined ? {} : { on: { tap: [] } }),
      }),
    ],
  });
  return { ...drawScreen(live, { assets }), live };
};

describe('Image: a picture in a space that is kept', () => {
  it('asset: names a picture that ships with the screens', () => {
    draw({ src: 'asset:map', alt: 'Where to find us' });
    expect(page.getByRole('img', { name: 'Where to find us' }).getAttribute('src')).toBe(
      '/capiz/assets/map-1.svg',
    );
  });

  it.each(['asset:nothing', 'asset:constructor'])('%s is no picture: its words stand in the space', (src) => {
    draw({ src, alt: 'Where to find us' });
    expect(page.queryByRole('img')).toBeNull();
    expect(page.getByText('Where to find us')).toBeDefined();
  });

  it('a picture that cannot be loaded gives way to its words', () => {
    draw({ src: 'https://library.example/gone.png', alt: 'Where to find us' });
    fireEvent.error(page.getByRole('img'));
    expect(page.queryByRole('img')).toBeNull();
    expect(page.getByText('Where to find us')).toBeDefined();
  });

  it('with a tap list it is a button of that name', async () => {
    const { live } = draw({ src: 'asset:map', alt: 'Where to find us' }, {});
    await userEvent.click(page.getByRole('button', { name: 'Where to find us' }));
    expect(live.asked).toEqual([['emit', 'it', 'tap']]);
  });
});
