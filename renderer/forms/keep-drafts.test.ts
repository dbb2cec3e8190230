import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { play } from '../actions/testing.ts';
import type { LiveNode } from '../live/live.ts';
import { node } from '../live/testing.ts';

/*
 * A phone may take a page away as soon as a picker or the camera stands over it: what was written is stored at
 * the tap that opens one. The code that stores it comes apart; in this file nobody has fetched it beforehand.
 */

// Other files of the same thread may have fetched it.
beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

/** @param arrival - When the code of drafts has come. */
async function visit(arrival: Promise<void>) {
  let isThere = false;
  vi.doMock('./drafts.ts', async (original) => {
    await arrival;
    const code = await original();
    isThere = true;
    return code;
  });
  const { createForms } = await import('./all-forms.ts');
  const props = { label: 'Field' };
  const played = await play({
    tap: [],
    plan: {
      body: [
        node('form', 'rate', {
          slots: {
            body: [
              node('text-field', 'words', { props: { ...props, name: 'words' } }),
              node('photos', 'photos', {
                props: { ...props, name: 'photos', upload: 'store-photo', max: 3 },
              }),
            ],
          },
        }),
      ],
    },
    options: { createForms },
  });
  const { screen, find, world } = played;
  return {
    write: (words: string) => screen.write(find('words') as LiveNode, words),
    tapPicker: () => find('photos')?.snapshot().uploads?.opening(),
    stored: () => world.device.get('capiz/draft/shelf/rate'),
    codeCame: async () => {
      await expect.poll(() => isThere).toBe(true);
      await vi.dynamicImportSettled();
    },
  };
}

describe('S13: the tap that opens a picker', () => {
  it('finds the code of drafts waiting where a form has photos, and stores what was written at once', async () => {
    const { write, tapPicker, stored, codeCame } = await visit(Promise.resolve());
    await codeCame();
    write('Mabuhay');
    expect(stored()).toBeUndefined();
    tapPicker();
    expect(stored()).toContain('Mabuhay');
  });

  it('before that code is there, it is stored the moment it comes', async () => {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { write, tapPicker, stored } = await visit(arrival);
    write('Mabuhay');
    tapPicker();
    expect(stored()).toBeUndefined();
    arrive();
    await expect.poll(() => stored()).toContain('Mabuhay');
  });
});
