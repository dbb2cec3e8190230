import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, readCsv, writeCsv } from './csv.ts';

const cells = (text: string): (readonly string[])[] => readCsv(text).map((row) => row.cells);

describe('a table that was written is read back exactly', () => {
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

  it('whatever stands in its cells', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        expect(cells(writeCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('and no cell of it begins as a formula does', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        // Without what would stand in quotes, commas and line ends are those between cells.
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
  it('lines end with CRLF; commas, quotes and line breaks stand in quotes; the file says that it is UTF-8', () => {
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
      'with empty cells',
      'a,,\r\n,,b\r\n',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    [
      'with empty lines, which are no rows',
      'a,b\r\n\r\nc,d\r\n\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with a line break in a cell', '"a\r\nb",c\r\n', [['a\r\nb', 'c']]],
    ['an apostrophe of the text itself', "'Yan,'=1\r\n", [["'Yan", '=1']]],
    ['nothing', '', []],
  ])('reads a table %s', (_title, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });
  it('knows in which line a row begins', () => {
    expect(readCsv('a,"b\nb"\nc,d\n').map(({ line }) => line)).toEqual([1, 3]);
  });
  it.each([
    ['a quote that never ends', 'a,b\n"c,d\n', 'line 2'],
    ['a quote inside a cell', 'a,b"c\n', 'line 1'],
    ['something behind a quoted cell', '"a"b,c\n', 'line 1'],
  ])('refuses %s', (_title, text, where) => {
    expect(() => readCsv(text)).toThrow(CsvError);
    expect(() => readCsv(text)).toThrow(where);
  });
});
