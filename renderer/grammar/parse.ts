import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { limits } from '../plan/limits.generated.ts';
import type { Problem } from '../plan/problem.ts';
import { isActionsPointer, listLoneActions } from './lone-actions.ts';
import { Lines, offsetInString, type Place, type Span } from './places.ts';
import { joinPointer } from './pointer.ts';
import { problemAt } from './problems.ts';
import { readStrict } from './strict-json.ts';

/** A parsed document: its value, and the location of each of its parts. */
export interface ParsedDocument {
  readonly file: string;
  readonly text: string;
  /** Records have no prototype. Of duplicate names the first one is used. */
  readonly value: unknown;
  /** Pointers of lists that are written as their only action; `value` has a list there. */
  readonly lone: ReadonlySet<string>;
  /**
   * The location of a value or of a member's name. A pointer to nothing gives the location of the nearest
   * existing parent.
   *
   * @param pointer JSON Pointer.
   * @param part `key` is a member's name; list items have no name, so their value is used.
   * @param at For a string: offset in its unescaped value, in UTF-16 units.
   * @param length For a string: length in units of its value; default: to its end.
   */
  place(pointer: string, part?: 'key' | 'value', at?: number, length?: number): Place;
}

export interface ParseResult {
  /** Missing if the text is too large, too deep or no JSON. */
  readonly document?: ParsedDocument;
  readonly problems: readonly Problem[];
}

/**
 * Names that reach a prototype in some code. They are rejected in every document, so that readers need no
 * check.
 */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads JSON with comments and trailing commas.
 *
 * Size and depth are checked before any recursion, so that no input can exhaust the stack.
 *
 * @param file Path for problems, relative to the project.
 */
export function parseDocument(text: string, file: string): ParseResult {
  if (isLongerThan(text, limits.bytes)) {
    const place = new Lines(text).place(file, '', 0, 1);
    return refusal(
      problemAt(place, 'parse/too-large', `The file is larger than ${limits.bytes} bytes (limit "bytes").`),
    );
  }
  const strict = readStrict(text, (name) => FORBIDDEN_NAMES.has(name));
  if (strict === undefined) return parseWithPlaces(text, file);
  // Locations are computed on demand: most documents need none.
  let places: ParsedDocument | undefined;
  const document: ParsedDocument = {
    file,
    text,
    value: strict.value,
    lone: listLoneActions(strict.value),
    place(...asked) {
      places ??= parseWithPlaces(text, file).document;
      if (places === undefined) throw new Error(`${file} was read in two ways.`);
      return places.place(...asked);
    },
  };
  return { document, problems: [] };
}

/** Reads a text with the location of each value, and reports all problems. */
function parseWithPlaces(text: string, file: string): ParseResult {
  const lines = new Lines(text);
  const at = (offset: number, length: number): Place => lines.place(file, '', offset, length);

  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined)
    return refusal(
      problemAt(
        at(tooDeep, 1),
        'parse/too-deep',
        `Arrays and objects are nested deeper than ${limits.depth} levels (limit "depth").`,
      ),
    );

  const errors: ParseError[] = [];
  // A byte order mark is not part of the text; a space keeps the columns.
  const source = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const first = errors[0];
  // After the first error the parser can only guess.
  if (root === undefined || first !== undefined)
    return refusal(
      problemAt(
        at(first?.offset ?? 0, first?.length ?? 1),
        'parse/syntax',
        syntaxMessage(first === undefined ? 'ValueExpected' : printParseErrorCode(first.error)),
      ),
    );

  const spans = new Map<string, Span>();
  const lone = new Set<string>();
  const problems: Problem[] = [];
  const value = readNode(root, '', undefined);

  function readNode(node: Node, pointer: string, key: Span['key']): unknown {
    spans.set(pointer, { offset: node.offset, length: node.length, ...(key === undefined ? {} : { key }) });
    if (node.type === 'array')
      return (node.children ?? []).map((item, index) =>
        readNode(item, joinPointer(pointer, index), undefined),
      );
    if (node.type === 'object') {
      if (!isLoneAction(node, pointer)) return readRecord(node, pointer);
      lone.add(pointer);
      const only = joinPointer(pointer, 0);
      spans.set(only, { offset: node.offset, length: node.length });
      return [readRecord(node, only)];
    }
    if (node.type === 'number') checkNumber(node, pointer);
    return node.value;
  }

  function readRecord(node: Node, pointer: string): unknown {
    const record: { [name: string]: unknown } = Object.create(null);
    for (const property of node.children ?? []) {
      const [name, member] = property.children ?? [];
      if (name === undefined || member === undefined) continue;
      const key = { offset: name.offset, length: name.length };
      const text = String(name.value);
      const place = (): Place => lines.place(file, joinPointer(pointer, text), key.offset, key.length);
      if (FORBIDDEN_NAMES.has(text))
        problems.push(
          problemAt(place(), 'parse/forbidden-name', `"${text}" cannot be the name of a member.`),
        );
      else if (Object.hasOwn(record, text))
        problems.push(
          problemAt(
            place(),
            'parse/duplicate-key',
            `This object has "${text}" twice; one of the two values would be lost.`,
          ),
        );
      else record[text] = readNode(member, joinPointer(pointer, text), key);
    }
    return record;
  }

  function checkNumber(node: Node, pointer: string): void {
    const number: unknown = node.value;
    if (typeof number !== 'number' || Number.isSafeInteger(number)) return;
    if (Number.isFinite(number) && !Number.isInteger(number)) return;
    problems.push(
      problemAt(
        lines.place(file, pointer, node.offset, node.length),
        'parse/number-too-large',
        'Numbers beyond ±(2^53−1) lose digits.',
      ),
    );
  }

  function place(pointer: string, part: 'key' | 'value' = 'value', unit?: number, length?: number): Place {
    let known = pointer;
    while (!spans.has(known)) known = known.slice(0, known.lastIndexOf('/'));
    const span = spans.get(known) ?? { offset: 0, length: 1 };
    if (part === 'key' && span.key !== undefined)
      return lines.place(file, pointer, span.key.offset, span.key.length);
    if (unit === undefined || text[span.offset] !== '"')
      return lines.place(file, pointer, span.offset, span.length);
    const from = offsetInString(text, span.offset, unit);
    const closing = span.offset + span.length - 1;
    const to =
      length === undefined ? closing : Math.min(closing, offsetInString(text, span.offset, unit + length));
    return lines.place(file, pointer, from, to - from);
  }

  return { document: { file, text, value, lone, place }, problems };
}

function isLoneAction({ children = [] }: Node, pointer: string): boolean {
  if (!isActionsPointer(pointer)) return false;
  return children.some(
    ({ children: [name, value] = [] }) => name?.value === 'do' && value?.type === 'string',
  );
}

const known = new WeakMap<{ readonly path: string; readonly text: string }, ParseResult>();

/** Parses a file, once per object. A changed text needs a new object. */
export function parseFile(file: { readonly path: string; readonly text: string }): ParseResult {
  const read = known.get(file) ?? parseDocument(file.text, file.path);
  known.set(file, read);
  return read;
}

function refusal(problem: Problem): ParseResult {
  return { problems: [problem] };
}

/** Whether the UTF-8 encoding of a text is longer than `bytes`. */
function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

/* Token kinds of jsonc-parser; its own names are a const enum that isolated modules cannot import. */
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const END = 17;

/** Offset of the first bracket beyond the depth limit. Loops over tokens and does not recurse. */
function findTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth += 1;
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth -= 1;
    if (depth > limits.depth) return scanner.getTokenOffset();
  }
  return undefined;
}

type SyntaxError = ReturnType<typeof printParseErrorCode>;

const SYNTAX_MESSAGES: { readonly [code in SyntaxError]?: string } = {
  InvalidSymbol: 'This is not a JSON value: strings need double quotes.',
  InvalidNumberFormat: 'This is not a JSON number.',
  PropertyNameExpected: 'A name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is missing before this.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  EndOfFileExpected: 'The document has ended before this.',
  UnexpectedEndOfComment: 'This comment is not closed.',
  UnexpectedEndOfString: 'This string is not closed; a line break in a string is written \\n.',
  UnexpectedEndOfNumber: 'This number is incomplete.',
  InvalidUnicode: 'After \\u four hexadecimal digits are expected.',
  InvalidEscapeCharacter: 'This escape does not exist in JSON.',
  InvalidCharacter: 'This character must be written as an escape.',
};

function syntaxMessage(code: SyntaxError): string {
  return SYNTAX_MESSAGES[code] ?? 'This is not JSON.';
}
