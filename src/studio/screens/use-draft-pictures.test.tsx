// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useDraftPictures } from './use-draft-pictures.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('removes every listener that it added to the window', () => {
  const added = vi.spyOn(window, 'addEventListener');
  const removed = vi.spyOn(window, 'removeEventListener');
  const draft = { view: { isWhole: false }, version: undefined, fixtures: {}, drawn: {} };
  const { unmount } = renderHook(() =>
    useDraftPictures(draft as unknown as Parameters<typeof useDraftPictures>[0]),
  );
  const watched = ['keydown', 'pointerdown', 'input', 'wheel'];
  const listenersOf = (spy: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
    spy.mock.calls
      .filter(([type]) => watched.includes(String(type)))
      .map(([type, listener]) => [type, listener]);
  expect(listenersOf(added).map(([type]) => type)).toEqual(watched);
  unmount();
  expect(listenersOf(removed)).toEqual(listenersOf(added));
});
