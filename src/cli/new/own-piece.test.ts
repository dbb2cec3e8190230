import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPieceName } from './names.ts';
import { beginOwnPiece } from './own-piece.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capiz-own-piece-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const HEAD = "import { defineConfig } from '@capiz/renderer';\n";

describe("capiz new adds its line to the project's config", () => {
  it.each([
    ['export default defineConfig({ widgets: [], actions: [] });', 'widgets: [sunClock], actions: []'],
    ['export default defineConfig({ widgets: [moon] });', 'widgets: [sunClock, moon]'],
    ['export default defineConfig({\n  actions: [ring],\n});', 'widgets: [sunClock],\n  actions: [ring]'],
  ])('next to the other widgets: %j', (written, becomes) => {
    writeFileSync(join(root, 'capiz.config.js'), `${HEAD}import { ring } from './ring.mjs';\n\n${written}\n`);
    const config = beginOwnPiece(root, 'widget', readPieceName('widget', 'sun-clock')).at(-1);
    expect(config).toMatchObject({ path: 'capiz.config.js', isEdit: true });
    expect(config?.text).toContain(becomes);
    expect(config?.text).toContain(
      `import { ring } from './ring.mjs';\nimport { sunClock } from './widgets/sun-clock.mjs';\n\n`,
    );
  });

  it('as a new list if there is none, and reports a config that it cannot edit', () => {
    const name = readPieceName('action', 'ring');
    expect(beginOwnPiece(root, 'action', name).at(-1)).toEqual({
      path: 'capiz.config.mjs',
      text: `${HEAD}import { ring } from './actions/ring.mjs';\n\nexport default defineConfig({ actions: [ring] });\n`,
    });
    writeFileSync(join(root, 'capiz.config.mjs'), 'export default {};\n');
    expect(() => beginOwnPiece(root, 'action', name)).toThrow(/no "actions: \[" and no "defineConfig\(\{"/);
  });
});

it.each([
  ['widget', 'Sun', /cannot be its name: small letters/],
  ['widget', 'sheet', /there is a widget "sheet" already/],
  ['action', 'go', /there is an action "go" already/],
  ['action', 'delete', /code keeps that word/],
] as const)('refuses a new %s with the name "%s"', (kind, name, message) => {
  expect(() => readPieceName(kind, name)).toThrow(message);
});
