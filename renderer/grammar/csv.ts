/**
 * Tables as RFC 4180 has them, in UTF-8 with a byte order mark (without it Excel guesses another encoding).
 * Written here and not by a package: the grammar is four rules, and the fifth, that no cell may become a
 * formula, is ours.
 */

export interface CsvRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The text is no table; `message` says where and why. */
export class CsvError extends Error {}

const BYTE_ORDER_MARK = '\uFEFF';
/** What spreadsheets take for the beginning of a formula, or skip and then take for one. */
const FORMULA = '[=+\\-@＝＋－＠\\t\\r\\n]';
const MAY_RUN = new RegExp(`^'*${FORMULA}`);
const IS_GUARDED = new RegExp(`^'+${FORMULA}`);

/** Rows with CRLF behind each. What could run as a formula gets an apostrophe in front, which reading takes away. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(text: string): string {
  const guarded = MAY_RUN.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * Reads what `writeCsv` wrote, and what a spreadsheet has made of it: any line ends, with or without the mark.
 *
 * @throws CsvError for a quote that never ends, or that stands inside a cell without quotes.
 */
export function readCsv(text: string): CsvRow[] {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begins = 1;
  // One cell and what ends it: a comma, the line's end, or the end of all.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < source.length || cells.length > 0) {
    const found = cell.exec(source);
    if (found === null) throw new CsvError(`line ${line}: a quote stands where none can, or never ends`);
    const [, quoted, plain = '', end = ''] = found;
    const written = quoted?.replaceAll('""', '"') ?? plain;
    cells.push(IS_GUARDED.test(written) ? written.slice(1) : written);
    line += (found[0].match(/\r\n|\n|\r/g) ?? []).length;
    if (end === ',') continue;
    // A line without anything is no row.
    if (cells.length > 1 || found[0] !== end) rows.push({ line: begins, cells });
    cells = [];
    begins = line;
    if (end === '') break;
  }
  return rows;
}
