import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isJson } from '#renderer/grammar/json.ts';
import { runCommand, runIn } from '../testing.ts';
import { CTRL_C } from '../keys.ts';
import { typesCommand } from './types.ts';

const ROOT = join(import.meta.dirname, '../../..');

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'capiz-types-'));
  cpSync(join(ROOT, 'fixtures/bad/world'), project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(project, path), text);
const edit = (path: string, from: string, to: string): void => {
  expect(read(path)).toContain(from);
  write(path, read(path).replaceAll(from, to));
};

const TYPES = 'capiz.types.ts';
const SHELF = 'screens/shelf.screen.json';
const BOOK = 'schemas/api/book-details.endpoint.json';

/** The same members in reverse order, with the same meaning. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, turned(one)]),
  );
}

describe('capiz types writes TypeScript types', () => {
  it('of all declared members: optional, enumerated, nested, maps', async () => {
    expect(await runIn(project, 'types')).toMatchObject({ code: 0, out: `${TYPES}\n` });
    const text = read(TYPES);
    expect(text).toMatch(
      /^\/\/ Written by `capiz types` from what the definitions declare: sha256 [0-9a-f]{64}\. /,
    );
    expect(text).toContain(
      '    readonly reply: {\n      readonly copies: number;\n      readonly cover?: Url | undefined;\n      readonly due?: Day | undefined;\n      readonly fine?: Money | undefined;\n',
    );
    expect(text).toContain("      readonly status: 'in' | 'out' | 'lost' | (string & {});\n");
    expect(text).toContain('      readonly notes: { readonly [key: string]: string };\n');
    expect(text).toContain('      readonly readers: readonly {\n        readonly name: string;\n');
  });

  it('equal declarations give equal bytes in any order', async () => {
    await runIn(project, 'types');
    const first = read(TYPES);
    for (const path of [SHELF, BOOK])
      write(path, `// Turned.\n${JSON.stringify(turned(JSON.parse(read(path))))}`);
    expect(await runIn(project, 'types', '--check')).toMatchObject({ code: 0, out: '' });
    await runIn(project, 'types');
    expect(read(TYPES)).toBe(first);
  });

  it('--check fails for a missing or outdated file, and writes nothing', async () => {
    expect(await runIn(project, 'types', '--check')).toMatchObject({ code: 1 });
    await runIn(project, 'types');
    const first = read(TYPES);
    expect((await runIn(project, 'types', '--check')).code).toBe(0);
    edit(BOOK, '"copies": { "type": "integer" }', '"copies": { "type": "string" }');
    const { code, out } = await runIn(project, 'types', '--check', '--json');
    expect(JSON.parse(out)).toEqual({ version: 1, path: TYPES, isStale: true, isWritten: false });
    expect(code).toBe(1);
    expect(read(TYPES)).toBe(first);
  });

  it('--watch writes after each changed declaration, and skips incomplete definitions', async () => {
    const said: string[] = [];
    let press: ((key: string) => void) | undefined;
    const ran = Promise.resolve(
      typesCommand.run(['--watch'], {
        folder: project,
        out: () => undefined,
        err: (text) => void said.push(text),
        hasColour: false,
        now: () => 0,
        listenToKeys: (onKey) => {
          press = onKey;
          return () => undefined;
        },
      }),
    );
    await expect.poll(() => read(TYPES)).toContain('readonly copies: number;');
    const whole = read(BOOK);
    write(BOOK, whole.slice(0, 300));
    await expect.poll(() => said.join('')).toContain('the definitions have errors');
    write(BOOK, whole.replace('"title": {', '"isbn": { "type": "string" }, "title": {'));
    await expect.poll(() => read(TYPES)).toContain('readonly isbn?: string');
    press?.('x');
    press?.(CTRL_C);
    expect(await ran).toBe(130);
  });

  it('cannot run if the definitions have errors, or with --watch outside a terminal', async () => {
    write(BOOK, '{');
    await expect(runCommand(typesCommand, project)).rejects.toThrow('the definitions have errors');
    await expect(runCommand(typesCommand, project, '--watch')).rejects.toThrow(
      '--watch needs a terminal to stop it',
    );
  });
});
