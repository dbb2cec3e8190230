import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* Pages that name the tests behind each statement: a file, followed by titles in quotation marks. */

/** Pages about one thing are counted together. */
const PAGES = [
  ['docs/guide/forms.md', 'docs/contributing/asked-of-forms.md'],
  ['docs/contributing/studio-shown-by.md'],
];

interface Named {
  readonly file: string;
  readonly titles: readonly string[];
}

/** A file and the titles that follow it, up to the next file or cell. */
function readNamed(text: string): readonly Named[] {
  return [...text.matchAll(/`([\w/.-]+\/[\w.-]+)`((?: (?:and )?"[^"|`]+")*)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  );
}

describe('a page of promises', () => {
  it.each(PAGES.map((paths) => ({ paths })))('$paths names existing tests', ({ paths }) => {
    const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
    const named = readNamed(text.replace(/\s+/g, ' '));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ file }) => !existsSync(file)).map(({ file }) => file)).toEqual([]);
    const missing = named.flatMap(({ file, titles }) => {
      const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
    expect(named.flatMap(({ titles }) => titles).length).toBeGreaterThan(12);
  });

  it("the studio's page has all of its expectations, each once", () => {
    const rows = readFileSync('docs/contributing/studio-shown-by.md', 'utf8').matchAll(/^\| (\d+) \|/gm);
    expect([...rows].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 18 }, (_, at) => 29 + at),
    );
  });

  it('the check detects a missing file or title', () => {
    expect(readNamed('see `tests/none.test.ts` "a title" and "another", `a/b.ts`')).toEqual([
      { file: 'tests/none.test.ts', titles: ['a title', 'another'] },
      { file: 'a/b.ts', titles: [] },
    ]);
  });
});
