import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';

/*
 * The guide quotes the examples: the text between the fences is written from the file and pointer that the first one names,
 * or from the whole file without a pointer.
 * After a change: `npx vitest run tests/contract/guide-quotes.test.ts -u`.
 */

const ROOT = join(import.meta.dirname, '../..');
const QUOTE = /```json (?<path>fixtures\/examples\/\S+) (?<pointer>\/\S*)\n[^`]*```/g;

const FILE = /^```(?<language>\w+) (?<path>fixtures\/\S+)\n[\s\S]*?^```$/gm;

const pages = readdirSync(join(ROOT, 'docs/guide')).map((name) => ({
  name,
  text: readFileSync(join(ROOT, 'docs/guide', name), 'utf8'),
}));

/** The text of a value in a file, with its key if it has one, indented as if it stood alone. */
function quote(path: string, pointer: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const steps = pointer.slice(1).split('/');
  const tree = parseTree(text);
  const value =
    tree &&
    findNodeAtLocation(
      tree,
      steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    );
  if (value === undefined) throw new Error(`${path} has nothing at ${pointer}.`);
  const { offset, length } = value.parent?.type === 'property' ? value.parent : value;
  const indentation = / *$/.exec(text.slice(0, offset))?.[0] ?? '';
  return text.slice(offset, offset + length).replaceAll(`\n${indentation}`, '\n');
}

function writeQuotes(text: string): string {
  return text
    .replaceAll(QUOTE, (...match) => {
      const { path, pointer } = match.at(-1) as { path: string; pointer: string };
      return `\`\`\`json ${path} ${pointer}\n${quote(path, pointer)}\n\`\`\``;
    })
    .replaceAll(FILE, (...match) => {
      const { language, path } = match.at(-1) as { language: string; path: string };
      return `\`\`\`${language} ${path}\n${readFileSync(join(ROOT, path), 'utf8')}\`\`\``;
    });
}

describe('the guide', () => {
  it.each(pages)('quotes the examples in $name as they are', async ({ name, text }) => {
    await expect(writeQuotes(text)).toMatchFileSnapshot(`../../docs/guide/${name}`);
  });

  it('links every example', () => {
    const all = pages.map(({ text }) => text).join('\n');
    for (const example of readdirSync(join(ROOT, 'fixtures/examples')))
      expect(all).toContain(`fixtures/examples/${example}`);
  });
});
