import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { held, survivors } = JSON.parse(readFileSync('fixtures/survivors.json', 'utf8')) as {
  readonly held: readonly string[];
  readonly survivors: readonly { readonly file: string; readonly reason: string }[];
};

it('issue F: the documents whose mutation score is held are there, and become more, never fewer', () => {
  expect(held.filter((path) => !existsSync(path))).toEqual([]);
  expect(held).toContain('screens/rollover.screen.json');
  expect(new Set(held).size).toBeGreaterThanOrEqual(38);
});

it('issue F: each survivor that is known has its reason', () => {
  for (const { file, reason } of survivors) expect(`${file}: ${reason}`).toMatch(/: .{20,}/);
});
