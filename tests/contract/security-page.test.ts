import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/operating/security.md', 'utf8');
const [, items = ''] = page.split('## Items of the ASVS');

/** Items of the chosen levels. */
const ITEMS =
  `1.2.2 1.3.2 2.2.2 2.3.1 3.2.2 3.4.1 3.5.1 5.2.1 5.2.2 5.3.2 7.4.1 7.4.2 8.2.1 8.2.2 8.3.1 14.2.1 14.3.1
  1.1.2 1.3.5 1.3.6 2.2.3 2.3.3 2.3.4 2.4.1 3.3.1 3.4.3 3.5.4 3.5.5 3.7.2 4.3.1 5.4.1 14.3.2 14.3.3 15.3.2 15.3.6 16.2.5
  16.3.1 16.4.1 16.5.3 1.3.12 1.5.3 2.3.5 2.4.2 3.4.7 3.7.3 5.2.6 14.2.8 15.4.2`.split(/\s+/);

/** Rows of the tables: their items, and the files that prove them. */
const rows = items
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').slice(1, -1));

describe('docs/operating/security.md', () => {
  it('has an answer for every item of the chosen levels, once', () => {
    const named = rows.flatMap(([item = '']) => item.match(/\d+\.\d+\.\d+/g) ?? []);
    expect(ITEMS.filter((item) => !named.includes(item))).toEqual([]);
    expect(named.filter((item, at) => named.indexOf(item) !== at)).toEqual([]);
  });

  it('names existing files for each answer', () => {
    const without = rows.filter(([, , files = '']) => {
      const paths = [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      return paths.length === 0 || paths.some((path) => !existsSync(path));
    });
    expect(without).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});
