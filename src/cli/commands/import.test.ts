import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runIn } from '../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'capiz-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = { type: 'string', minLength: 2, title: 'A question with some words of its own' };

it('writes nothing if capiz check would refuse the result for its size, and reports the refusal', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, index) => [`member${index}`, TEXT]),
  );
  writeFileSync(join(folder, 'large.json'), JSON.stringify({ type: 'object', properties }));
  const { code, err } = await runIn(folder, 'import', 'large.json', '--out', '.');
  expect(code).toBe(1);
  expect(err).toContain('refused  parse/too-large');
  expect(err).toContain('capiz check refuses this result, so nothing was written.');
  expect(existsSync(join(folder, 'screens'))).toBe(false);
});

it('writes a result that capiz check accepts', async () => {
  writeFileSync(join(folder, 'small.json'), JSON.stringify({ type: 'object', properties: { a: TEXT } }));
  const { code, err } = await runIn(folder, 'import', 'small.json', '--out', '.');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('refused') });
  expect(existsSync(join(folder, 'screens/small.screen.json'))).toBe(true);
});
