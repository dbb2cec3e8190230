import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { held, survivors } = JSON.parse(readFileSync('fixtures/survivors.json', 'utf8')) as {
  readonly held: readonly string[];
  readonly survivors: readonly { readonly file: string; readonly reason: string }[];
};

it('each document whose mutation score is enforced exists, and there are at least 38', () => {
  expect(held.filter((path) => !existsSync(path))).toEqual([]);
  expect(held).toContain('screens/rollover.screen.json');
  expect(new Set(held).size).toBeGreaterThanOrEqual(38);
});

it('each known survivor has a reason', () => {
  for (const { file, reason } of survivors) expect(`${file}: ${reason}`).toMatch(/: .{20,}/);
});
