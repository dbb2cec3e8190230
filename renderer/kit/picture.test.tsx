// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { Picture, PictureContext } from './picture.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const logo = (
  <PictureContext value={(given) => given}>
    <Picture src="https://logos.example/a.png" alt="" name="Sunrise" shape="logo" />
  </PictureContext>
);

it.each([
  ['failed: shows the first letter', true, 'S'],
  ['is still loading: waits for it', false, ''],
])('an image that the server rendered and that %s', async (_, complete, text) => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(logo);
  const image = document.querySelector('img') as HTMLImageElement;
  image.dispatchEvent(new Event('error'));
  vi.spyOn(image, 'complete', 'get').mockReturnValue(complete);
  vi.spyOn(image, 'setAttribute').mockImplementation(() => void image.dispatchEvent(new Event('error')));
  await act(async () => void hydrateRoot(place, logo));
  expect(place.textContent).toBe(text);
});
