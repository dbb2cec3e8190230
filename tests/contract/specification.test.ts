import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageCases } from './language-cases.ts';
import { rules } from './specification.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The rule number at the start of a title, with or without an `each` table. */
const TITLE = /\b(?:describe|it|test)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*['"`]([A-Z]\d+): /g;

/** Rule numbers in titles, with their files. */
const titles = ['renderer', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, folder, path), 'utf8').matchAll(TITLE)].map(([, id = '']) => ({
        id,
        file: `${folder}/${path}`,
      })),
    ),
);

describe('each rule of SPEC.md is quoted by the title of a test', () => {
  it('no rule is numbered twice, and numbers have no gaps', () => {
    const next = new Map<string, number>();
    for (const { id } of rules) {
      const group = id.charAt(0);
      const expected = next.get(group) ?? 1;
      expect(id).toBe(`${group}${expected}`);
      next.set(group, expected + 1);
    }
    console.info(
      `SPEC.md: ${rules.length} rules`,
      Object.fromEntries([...next].map(([group, n]) => [group, n - 1])),
    );
    expect(rules.length).toBeGreaterThan(80);
  });

  it.each(rules)('$id is quoted', ({ id, holds }) => {
    if (holds === 'cases') expect(languageCases.map(({ rule }) => rule)).toContain(id);
    else expect(titles.map((title) => title.id)).toContain(id);
  });

  it('no title quotes an unknown rule', () => {
    const ids = new Set(rules.map(({ id }) => id));
    expect(titles.filter(({ id }) => !ids.has(id))).toEqual([]);
  });
});
