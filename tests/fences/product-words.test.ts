import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PRODUCT = /^(loan|repay|repayment|rollover|borrow|borrower|peso|complain|complaint|bank)s?$/i;

/** Whether a line contains a product word, also inside a camelCase name. */
function hasProductWord(line: string): boolean {
  return (line.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).some((word) => PRODUCT.test(word));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js|css|md)$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Reply members that only the product can have; common single words are also the engine's. */
function replyFields(): Set<string> {
  const fields = new Set<string>();
  for (const file of readdirSync('schemas/api')) {
    JSON.stringify(
      (JSON.parse(readFileSync(`schemas/api/${file}`, 'utf8')) as { reply: unknown }).reply,
      (_, value: unknown) => {
        if (typeof value === 'object' && value !== null && 'properties' in value) {
          for (const name of Object.keys(value.properties as object))
            if (/[a-z][A-Z]|^[A-Z]/.test(name)) fields.add(name);
        }
        return value;
      },
    );
  }
  return fields;
}

describe('the engine knows no product', () => {
  it('finds a planted word, also inside a longer one', () => {
    expect(hasProductWord('const bankForm = 1')).toBe(true);
    expect(hasProductWord('a repayment')).toBe(true);
    expect(hasProductWord('a book')).toBe(false);
  });

  it('renderer/ contains no product word, not even in comments', () => {
    const found = sources('renderer').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          hasProductWord(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });

  it('src/borrower/ contains no name of a reply member', () => {
    const fields = [...replyFields()];
    expect(fields.length).toBeGreaterThan(20);
    const found = sources('src/borrower').flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return fields
        .filter((field) => new RegExp(`\\b${field}\\b`).test(text))
        .map((field) => `${file}: ${field}`);
    });
    expect(found).toEqual([]);
  });
});
