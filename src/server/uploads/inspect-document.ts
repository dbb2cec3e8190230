import type { UploadType } from '#src/shared/uploads/upload-names.ts';

/** `text`: CSV and plain text can only be distinguished by the name. */
export type DocumentContent = Exclude<UploadType, `image/${string}` | `text/${string}`> | 'text';

/** Detects the type of a document. `macros`: it contains programs. Undefined: not an accepted document. */
export function inspectDocument(file: Uint8Array): DocumentContent | 'macros' | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (begins(bytes, '%PDF-')) return 'application/pdf';
  if (begins(bytes, 'PK\u0003\u0004')) return inspectArchive(bytes);
  return isPlainText(bytes) ? 'text' : undefined;
}

function begins(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).toString('latin1') === text;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const OPEN_TEXT = 'application/vnd.oasis.opendocument.text';
/** Macros of Office, and of OpenDocument. */
const MACROS = /(?:^|\/)vbaProject\.bin$|^(?:Basic|Scripts)\/./i;

/** The type of an archive by its list of entries. Nothing is unpacked, so a zip bomb has no effect. */
function inspectArchive(bytes: Buffer): DocumentContent | 'macros' | undefined {
  const names = readEntries(bytes);
  if (names === undefined) return undefined;
  const type = names.has('[Content_Types].xml')
    ? names.has('word/document.xml')
      ? WORD
      : names.has('xl/workbook.xml')
        ? SHEET
        : undefined
    : names.has('content.xml') && readMimetype(bytes) === OPEN_TEXT
      ? OPEN_TEXT
      : undefined;
  return type !== undefined && [...names].some((name) => MACROS.test(name)) ? 'macros' : type;
}

const END_OF_ENTRIES = Buffer.from('504b0506', 'hex');
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;

/** The names of an archive's entries; undefined if it is damaged. */
function readEntries(bytes: Buffer): ReadonlySet<string> | undefined {
  const end = bytes.lastIndexOf(END_OF_ENTRIES);
  if (end < bytes.length - END_LENGTH - LONGEST_COMMENT || end < 0 || end + END_LENGTH > bytes.length)
    return undefined;
  const names = new Set<string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_LENGTH > end || bytes.readUInt32LE(at) !== ENTRY) return undefined;
    const nameAt = at + ENTRY_LENGTH;
    const afterName = nameAt + bytes.readUInt16LE(at + 28);
    if (afterName > end) return undefined;
    names.add(bytes.subarray(nameAt, afterName).toString('utf8'));
    at = afterName + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

const LOCAL_HEADER = 30;

/** OpenDocument has its type as the first entry, not compressed. */
function readMimetype(bytes: Buffer): string | undefined {
  if (bytes.length < LOCAL_HEADER || bytes.readUInt16LE(8) !== 0) return undefined;
  const afterName = LOCAL_HEADER + bytes.readUInt16LE(26);
  if (bytes.subarray(LOCAL_HEADER, afterName).toString('latin1') !== 'mimetype') return undefined;
  const at = afterName + bytes.readUInt16LE(28);
  return bytes.subarray(at, at + bytes.readUInt32LE(22)).toString('latin1');
}

/** Control characters other than tab and line ends are in programs and broken files, not in text. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;
/** Markup and programs are text too, but not accepted documents. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?(?:xml|php))\b/i;
const OTHER_TEXT = /^\s*(?:\{\\rtf|%!PS|#!)/;

function isPlainText(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  return text !== '' && !CONTROL.test(text) && !MARKUP.test(text) && !OTHER_TEXT.test(text);
}
