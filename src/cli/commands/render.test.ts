import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Camera, OpenCamera, Screenshot } from '#src/testing/camera.ts';
import { runIn, runWithCamera } from '../testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-render-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes the given screenshots, and records its arguments. */
function cameraOf(pictures: readonly Screenshot[]): { readonly open: OpenCamera; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const camera: Camera = {
    environment: 'a test',
    states: [{ screen: 'repay', name: 'content' }],
    shoot: (state, options) => {
      asked.push([state, options]);
      return Promise.resolve(pictures);
    },
    compare: () => undefined,
    close: () => {
      asked.push('closed');
      return Promise.resolve();
    },
  };
  return {
    open: (_project, tell) => {
      tell('Starting Chromium.');
      return Promise.resolve(camera);
    },
    asked,
  };
}

const out = (): string => join(folder, 'x.png');
const asPicture = (...more: readonly string[]) => [
  'render',
  'repay/content',
  '--png',
  '--out',
  out(),
  ...more,
];

describe('capiz render writes one state as a screenshot', () => {
  it('uses the requested theme and language, and writes the end of the page to a second file', async () => {
    const { open, asked } = cameraOf([
      { part: '', theme: 'dark', png: new Uint8Array([1]) },
      { part: 'end', theme: 'dark', png: new Uint8Array([2]) },
    ]);
    const ran = await runWithCamera(open, '.', ...asPicture('--theme', 'dark', '--lang', 'fil-PH', '--json'));
    expect(ran.code).toBe(0);
    expect(ran.err).toBe('Starting Chromium.\n');
    expect(JSON.parse(ran.out)).toEqual({ version: 1, files: [out(), join(folder, 'x-end.png')] });
    expect([...readFileSync(join(folder, 'x-end.png'))]).toEqual([2]);
    expect(asked).toEqual([
      [
        { screen: 'repay', name: 'content' },
        { themes: ['dark'], language: 'fil-PH' },
      ],
      'closed',
    ]);
  });

  it("writes into the project's folder shots, which git ignores, if no file is named", async () => {
    const path = resolve('shots/repay-content.png');
    const { open } = cameraOf([{ part: '', theme: 'light', png: new Uint8Array([1]) }]);
    const ran = await runWithCamera(open, 'fixtures', 'render', 'repay/content', '--png');
    rmSync(path);
    expect(ran).toMatchObject({ code: 0, out: `${path}\n` });
    expect(readFileSync('.gitignore', 'utf8')).toMatch(/^shots\/$/m);
  });

  it('ends with 2 without a browser, and writes nothing', async () => {
    const none = Object.assign(new Error('no Chromium was found'), { name: 'NoCamera' });
    const ran = await runWithCamera(() => Promise.reject(none), '.', ...asPicture());
    expect(ran).toMatchObject({ code: 2, err: 'capiz render: no Chromium was found\n' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it.each([
  ['repay', 'name one state: <screen>/<state>'],
  ['repay/conten', 'the screen repay has no state "conten"; did you mean "content"?'],
])('render %s prints: %s', async (name, message) => {
  expect(await runIn('.', 'render', name)).toEqual({
    code: 2,
    out: '',
    err: `capiz render: ${message}\n`,
  });
});
