import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, readCsv, writeCsv } from './csv.ts';

const cells = (text: string): (readonly string[])[] => readCsv(text).map((row) => row.cells);

describe('readCsv returns exactly the cells that writeCsv received', () => {
  const unit = fc.constantFrom(
    '"',
    ',',
    '\r',
    '\n',
    "'",
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\uFEFF',
    'a',
    'ñ',
    '₱',
    '＝',
  );
  const cell = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit: 'grapheme', maxLength: 20 }));
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });

  it('reads any cells back as they were written', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        expect(cells(writeCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('no written cell begins like a formula', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        // Without characters that need quotes, each comma and line end separates two cells.
        const plain = rows.map((one) => one.map((text) => text.replaceAll(/[",\r\n]/g, '')));
        const written = writeCsv(plain)
          .slice(1)
          .split(/,|\r\n/);
        expect(written.filter((text) => /^[=+\-@\t＝]/.test(text))).toEqual([]);
      }),
    );
  });
});

describe('RFC 4180', () => {
  it('writes CRLF after each row, quotes around commas, quotes and line breaks, and a byte order mark', () => {
    expect(
      writeCsv([
        ['a', 'b,c'],
        ['"d"', 'e\nf'],
      ]),
    ).toBe('\uFEFFa,"b,c"\r\n"""d""","e\nf"\r\n');
  });
  it.each([
    [
      'without a mark, with LF and no last line end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with quotes that are not needed', '"a","b"\r\n', [['a', 'b']]],
    [
      'with CRLF, LF and CR as line ends',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['that ends with a quoted cell and no line end', '\uFEFFa,"b"', [['a', 'b']]],
    ['that ends with a comma', 'a,', [['a', '']]],
    [
      'in several scripts',
      'Peña,₱ 9\r\nกข,👩‍👧\r\n',
      [
        ['Peña', '₱ 9'],
        ['กข', '👩‍👧'],
      ],
    ],
    [
      'with empty cells',
      'a,,\r\n,,b\r\n',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    [
      'with empty lines, which it skips',
      'a,b\r\n\r\nc,d\r\n\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with a line break in a cell', '"a\r\nb",c\r\n', [['a\r\nb', 'c']]],
    ['with apostrophes that belong to the text', "'Yan,'=1\r\n", [["'Yan", '=1']]],
    ['without rows', '', []],
    ['with only a byte order mark', '\uFEFF', []],
  ])('reads a table %s', (_title, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });
  it('returns the line in which each row begins', () => {
    expect(readCsv('a,"b\nb"\nc,d\n').map(({ line }) => line)).toEqual([1, 3]);
  });
  it.each([
    ['a quote that never ends', 'a,b\n"c,d\n', 'line 2'],
    ['a quote inside a cell', 'a,b"c\n', 'line 1'],
    ['text after the closing quote of a cell', '"a"b,c\n', 'line 1'],
  ])('refuses %s', (_title, text, where) => {
    expect(() => readCsv(text)).toThrow(CsvError);
    expect(() => readCsv(text)).toThrow(where);
  });
});
