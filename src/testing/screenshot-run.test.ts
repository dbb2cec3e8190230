import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Camera } from './camera.ts';
import {
  type Album,
  openAlbum,
  reportScreenshot,
  writeDifference,
  verifyScreenshots,
  type Wanted,
} from './screenshot-run.ts';

let folder: string;
let album: Album;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-album-'));
  album = openAlbum(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A screenshot is one byte; two differ in as many pixels as their values differ. */
function cameraOf(states: { readonly [state: string]: number | Error }): Camera {
  return {
    environment: 'a test',
    states: Object.keys(states).map((name) => ({ screen: 'shelf', name })),
    shoot: ({ name }) => {
      const state = states[name];
      if (typeof state !== 'number') return Promise.reject(state);
      return Promise.resolve([{ part: '', theme: 'dark', png: new Uint8Array([state]) }]);
    },
    compare: ([was = 0], [is = 0]) =>
      was === is
        ? undefined
        : {
            pixels: Math.abs(was - is),
            of: 100,
            box: { x: 0, y: 0, width: 1, height: 1 },
            picture: new Uint8Array(),
          },
    close: () => Promise.resolve(),
  };
}

const shelf = (...states: readonly string[]): Wanted => ({ screen: 'shelf', states, isWhole: true });
const verdicts = async (
  states: { readonly [state: string]: number | Error },
  writes: 'none' | 'missing' | 'all',
  wanted = shelf(...Object.keys(states)),
) =>
  (await verifyScreenshots(cameraOf(states), [wanted], album, writes)).map(
    ({ name, verdict }) => `${name} ${verdict}`,
  );

describe('verifyScreenshots compares screenshots', () => {
  it('writes missing screenshots, and replaces different screenshots only with an update', async () => {
    expect(await verdicts({ empty: 1, full: 2 }, 'missing')).toEqual([
      'empty.dark written',
      'full.dark written',
    ]);
    expect(existsSync(join(folder, 'shelf/full.dark.png'))).toBe(true);
    expect(await verdicts({ empty: 1, full: 3 }, 'missing')).toEqual([
      'empty.dark passed',
      'full.dark mismatched',
    ]);
    expect(await verdicts({ empty: 1, full: 3 }, 'all')).toEqual(['empty.dark passed', 'full.dark written']);
    expect(await verdicts({ empty: 1, full: 3 }, 'none')).toEqual(['empty.dark passed', 'full.dark passed']);
  });

  it('reports missing screenshots in CI, and writes nothing', async () => {
    expect(await verdicts({ empty: 1 }, 'none')).toEqual(['empty.dark missing']);
    expect(existsSync(join(folder, 'shelf'))).toBe(false);
  });

  it('reports an obsolete screenshot, which an update deletes', async () => {
    await verdicts({ empty: 1, full: 2 }, 'missing');
    expect(await verdicts({ full: 2 }, 'missing')).toEqual(['full.dark passed', 'empty.dark obsolete']);
    const some = { ...shelf('full'), isWhole: false };
    expect(await verdicts({ full: 2 }, 'missing', some)).toEqual(['full.dark passed']);
    expect(await verdicts({ full: 2 }, 'all')).toEqual(['full.dark passed']);
    expect(await verdicts({ full: 2 }, 'missing')).toEqual(['full.dark passed']);
  });

  it('reports a state that cannot be reached, and does not compare its pictures', async () => {
    await verdicts({ empty: 1, full: 2 }, 'missing');
    const failing = { empty: new Error('Waited in vain'), full: 2 };
    expect(await verdicts(failing, 'missing')).toEqual(['empty failed', 'full.dark passed']);
    expect(await verdicts({}, 'missing', shelf('lost'))).toEqual(['lost failed']);
  });

  it('reports how much differs, and where', async () => {
    await verdicts({ full: 1 }, 'missing');
    const [one] = await verifyScreenshots(cameraOf({ full: 3 }), [shelf('full')], album, 'none');
    if (one?.difference === undefined) throw new Error('They do not differ.');
    expect(writeDifference(one.difference)).toBe('2.00 % differs (1x1 at 0,0)');
    expect(Object.keys(reportScreenshot(one).difference ?? {})).toEqual(['pixels', 'of', 'box']);
  });
});
