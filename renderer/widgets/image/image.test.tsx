// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawScreen, fakeNode, fakeScreen } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';
import { viewer } from './zoomable-picture.tsx';

beforeEach(async () => await fetchWidgets(['image']));
afterEach(cleanup);

const assets = { map: '/capiz/assets/map-1.svg' };
const node = (id: string, props: object, on?: object) =>
  fakeNode('image', {
    id,
    props: { ratio: 'banner', look: 'picture', zoom: false, ...props },
    ...(on === undefined ? {} : { on: { tap: [] } }),
  });
const draw = (props: object, on?: object) => {
  const live = fakeScreen({ body: [node('it', props, on)] });
  return { ...drawScreen(live, { assets }), live };
};

describe('Image: an image with reserved space', () => {
  it('asset: names an image that is part of the screens', () => {
    draw({ src: 'asset:map', alt: 'Where to find us' });
    const picture = page.getByRole('img', { name: 'Where to find us' });
    expect(picture.getAttribute('src')).toBe('/capiz/assets/map-1.svg');
    expect(picture.getAttribute('loading')).toBe('lazy');
  });

  it.each(['asset:nothing', 'asset:constructor'])('%s is no image: its text is shown in the space', (src) => {
    draw({ src, alt: 'Where to find us' });
    expect(page.queryByRole('img')).toBeNull();
    expect(page.getByText('Where to find us')).toBeDefined();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('the text replaces an image that cannot be loaded, and Try again loads it again', async () => {
    draw({ src: 'https://library.example/gone.png', alt: 'Where to find us' });
    fireEvent.error(page.getByRole('img'));
    expect(page.queryByRole('img')).toBeNull();
    expect(page.getByText('Where to find us')).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(page.getByRole('img', { name: 'Where to find us' })).toBeDefined();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('a decoration that cannot be loaded leaves its space and no button', () => {
    const { container } = draw({ src: 'https://library.example/gone.png', alt: '' });
    fireEvent.error(container.querySelector('img') as Element);
    expect(page.queryByRole('button')).toBeNull();
  });

  it('an image of a host that is not allowed is not requested, and its text is shown', () => {
    draw({ src: 'https://refused.example/map.png', alt: 'Where to find us' });
    expect(page.queryByRole('img')).toBeNull();
    expect(page.getByText('Where to find us')).toBeDefined();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('with a tap list it is a button with that name', async () => {
    const { live } = draw({ src: 'asset:map', alt: 'Where to find us' }, {});
    await userEvent.click(page.getByRole('button', { name: 'Where to find us' }));
    expect(live.asked).toEqual([['emit', 'it', 'tap']]);
  });
});

describe('Image with zoom: a tap opens the viewer', () => {
  const pictures = [
    ['one', 'Ground floor'],
    ['two', 'First floor'],
    ['three', 'Roof'],
  ] as const;
  const cover = () => {
    const closes: (() => void)[] = [];
    const add = (close: () => void) => {
      closes.push(close);
      return () => void closes.splice(closes.indexOf(close), 1);
    };
    return { closes, add };
  };
  const drawSeries = () => {
    const { closes, add } = cover();
    const live = {
      ...fakeScreen({
        body: pictures.map(([id, alt]) =>
          node(id, { src: `https://library.example/${id}.png`, alt, zoom: true }),
        ),
      }),
      cover: add,
    };
    drawScreen(live, { assets });
    return closes;
  };
  const open = async (name: string) => {
    await userEvent.click(await page.findByRole('button', { name }));
    return await page.findByRole('dialog');
  };

  it('with several images it shows the position in the series, and moves between them', async () => {
    drawSeries();
    const dialog = await open('First floor');
    expect(within(dialog).getByRole('heading', { name: 'Image 2 of 3' })).toBe(document.activeElement);
    expect(within(dialog).getByRole('img', { name: 'First floor' })).toBeDefined();
    const next = within(dialog).getByRole('button', { name: 'Next image' });
    await userEvent.click(next);
    expect(within(dialog).getByRole('img', { name: 'Roof' }).getAttribute('src')).toBe(
      'https://library.example/three.png',
    );
    expect(within(dialog).getByRole('heading', { name: 'Image 3 of 3' })).toBeDefined();
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(next);
    expect(within(dialog).getByRole('heading', { name: 'Image 3 of 3' })).toBeDefined();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(dialog).getByRole('img', { name: 'Ground floor' })).toBeDefined();
  });

  it('X closes the viewer, and the focus returns to the image', async () => {
    const closes = drawSeries();
    const dialog = await open('Roof');
    expect(closes).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(page.queryByRole('dialog')).toBeNull();
    expect(closes).toEqual([]);
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Roof' }));
  });

  it('Back closes the viewer', async () => {
    const closes = drawSeries();
    await open('Roof');
    act(() => closes[0]?.());
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('a single image is no series', async () => {
    draw({ src: 'asset:map', alt: 'Where to find us', zoom: true });
    const dialog = await open('Where to find us');
    expect(within(dialog).getByRole('heading', { name: 'Image' })).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: 'Next image' })).toBeNull();
  });

  it('Zoom in and Zoom out work without gestures', async () => {
    draw({ src: 'asset:map', alt: 'Where to find us', zoom: true });
    const dialog = await open('Where to find us');
    const picture = within(dialog).getByRole('img');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Zoom in' }));
    expect(picture.style.transform).toContain('scale(2.5)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Zoom out' }));
    expect(picture.style.transform).toBe('');
  });

  it('an image that cannot be loaded is no button, and is not in a series', async () => {
    drawSeries();
    await page.findByRole('button', { name: 'Ground floor' });
    fireEvent.error(page.getByRole('img', { name: 'Ground floor' }));
    expect(page.queryByRole('button', { name: 'Ground floor' })).toBeNull();
    expect(page.getByRole('button', { name: 'Try again' })).toBeDefined();
    const dialog = await open('First floor');
    expect(within(dialog).getByRole('heading', { name: 'Image 1 of 2' })).toBeDefined();
  });
});

describe('Image with zoom, after the viewer failed to load', () => {
  it('the next tap opens the viewer', async () => {
    const here = viewer.here;
    viewer.here = undefined;
    const fetch = vi.spyOn(viewer, 'fetch').mockRejectedValueOnce(new Error('No network'));
    draw({ src: 'asset:map', alt: 'Where to find us', zoom: true });
    fireEvent.load(page.getByRole('img', { name: 'Where to find us' }));
    const opener = page.getByRole('button', { name: /Where to find us/ });
    await userEvent.click(opener);
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    expect(page.queryByRole('dialog')).toBeNull();
    await userEvent.click(opener);
    expect(await page.findByRole('dialog')).toBeDefined();
    viewer.here ??= here;
    fetch.mockRestore();
  });
});

describe('Image as a QR code', () => {
  it('draws its text as one image with a name', async () => {
    draw({ encode: '8123A', alt: 'QR code of your card', look: 'qr' });
    const code = await page.findByRole('img', { name: 'QR code of your card' });
    expect(code.tagName).toBe('svg');
    expect(code.getAttribute('viewBox')).toBe('0 0 29 29');
    expect(code.querySelectorAll('path')).toHaveLength(1);
  });

  it('shows the image of an address', async () => {
    draw({ src: 'https://library.example/card.png', alt: 'QR code of your card', look: 'qr' });
    const picture = await page.findByRole('img', { name: 'QR code of your card' });
    expect(picture.getAttribute('src')).toBe('https://library.example/card.png');
  });

  it('shows the text instead if it is too long for a QR code', async () => {
    draw({ encode: 'x'.repeat(4000), alt: 'QR code of your card', look: 'qr' });
    await waitFor(() => expect(page.getByText('QR code of your card')).toBeDefined(), { timeout: 10_000 });
    // No retry button: the same text would fail again.
    expect(page.queryByRole('button')).toBeNull();
  });
});
