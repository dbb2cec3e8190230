import { escapePattern } from '../plan/escape-pattern.ts';
import { parseFile, type ParsedDocument } from './parse.ts';
import type { Place } from './places.ts';
import { joinPointer, splitPointer } from './pointer.ts';
import { TextEdits } from './text-edits.ts';
import type { SourceFile } from './world.ts';

/** A name or a value in a document that contains the search text. */
export interface Match {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  /** Whether a member's name or a value matches. */
  readonly part: 'key' | 'value';
  readonly text: string;
}

export interface SearchOptions {
  /** Match only complete names and values. */
  readonly isExact?: boolean;
}

/** All names and values that contain a text, case-insensitive, in document order. */
export function searchDocument(
  file: SourceFile,
  words: string,
  options: SearchOptions = {},
): readonly Match[] {
  const { document } = parseFile(file);
  if (document === undefined || words === '') return [];
  return [...find(document, document.value, '', wordsOf(words, options))];
}

function* find(document: ParsedDocument, value: unknown, pointer: string, words: RegExp): Generator<Match> {
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    if (text.search(words) >= 0) yield describe(document, pointer, 'value', text);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const at = joinPointer(pointer, name);
    if (!Array.isArray(value) && name.search(words) >= 0) yield describe(document, at, 'key', name);
    yield* find(document, member, at, words);
  }
}

/** Computes locations on demand: of thousands of matches, only some hundreds are shown. */
function describe(document: ParsedDocument, pointer: string, part: Match['part'], text: string): Match {
  let known: Place | undefined;
  const place = (): Place => (known ??= document.place(pointer, part));
  return {
    file: document.file,
    get line() {
      return place().line;
    },
    get column() {
      return place().column;
    },
    ...{ pointer, part, text },
  };
}

/** The replacement for a match. */
export interface Replacement {
  readonly match: Match;
  readonly after: string;
  /** Why it is not replaced: the value is no text, or the record already has a member with that name. */
  readonly hindrance?: 'no-text' | 'taken';
}

/** The replacement for each match; does not change the document yet. */
export function planReplacements(
  file: SourceFile,
  words: string,
  replacement: string,
  options: SearchOptions = {},
): readonly Replacement[] {
  const pattern = wordsOf(words, options);
  const given = new Set<string>();
  const matches = searchDocument(file, words, options);
  if (matches.length === 0) return [];
  const edits = new TextEdits(file.text);
  return matches.map((match) => {
    const { pointer, part, text } = match;
    // A function, so that "$1" in a replacement stays as it is.
    const after = text.replaceAll(pattern, () => replacement);
    if (part === 'value')
      return edits.node(pointer)?.type === 'string'
        ? { match, after }
        : { match, after: text, hindrance: 'no-text' };
    const around = splitPointer(pointer).slice(0, -1).reduce(joinPointer, '');
    const next = joinPointer(around, after);
    if (next !== pointer && (given.has(next) || edits.node(next) !== undefined))
      return { match, after: text, hindrance: 'taken' };
    given.add(next);
    return { match, after };
  });
}

/** Makes the replacements that have no hindrance; everything else stays unchanged. */
export function replaceIn({ text }: SourceFile, replacements: readonly Replacement[]): string {
  const edits = new TextEdits(text);
  for (const { match, after, hindrance } of replacements) {
    if (hindrance !== undefined) continue;
    if (match.part === 'key') edits.renameMember(match.pointer, after);
    else edits.replaceText(match.pointer, after);
  }
  return edits.apply();
}

/** Global, to find all matches; `search` and `replaceAll` ignore `lastIndex`. */
function wordsOf(words: string, { isExact = false }: SearchOptions): RegExp {
  const plain = escapePattern(words);
  return new RegExp(isExact ? `^${plain}$` : plain, 'giu');
}
