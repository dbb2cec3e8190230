import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Editor } from './client.ts';

const BUILT = resolve('dist/vscode');
const EXAMPLE = resolve('fixtures/examples/list');
const SCREEN = 'screens/books.screen.json';

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/vscode.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}, 180_000);

describe('the extension for Visual Studio Code', () => {
  it('has a manifest whose files exist, and one file of code that needs only the editor', () => {
    const { main, version } = JSON.parse(readFileSync(`${BUILT}/package.json`, 'utf8')) as Record<
      string,
      string
    >;
    expect(version).toBe(
      (JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>)['version'],
    );
    expect(existsSync(`${BUILT}/${main}`)).toBe(true);
    const code = readFileSync(`${BUILT}/${main}`, 'utf8');
    const needed = new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name));
    expect([...needed].filter((name) => !/^(?:node:)?[a-z_]+(?:\/promises)?$/.test(name ?? ''))).toEqual([]);
    expect(needed).toContain('vscode');
  });

  it('contains a language server that needs no installed package', async () => {
    const editor = await Editor.start(EXAMPLE, `${BUILT}/server/capiz.mjs`);
    await editor.open(SCREEN);
    const version = await editor.replace(SCREEN, '"type": "section"', '"type": "sectoin"');
    await editor.until(() => editor.checkedVersion(SCREEN) === version, 'the problems of the screen');
    expect(editor.problemsOf(SCREEN).map(({ message }) => message)).toEqual([
      expect.stringContaining('"sectoin"'),
    ]);
    expect(await editor.close()).toBe(0);
  });
});
