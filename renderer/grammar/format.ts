import { createScanner } from 'jsonc-parser';
import { keepLineEnds } from './line-ends.ts';
import { memberNames } from './member-names.ts';
import { parseDocument } from './parse.ts';
import { joinPointer } from './pointer.ts';
import { documentKind, type SourceFile } from './world.ts';

/**
 * Formats a document: indentation of two spaces, one line per member and item; first the members that
 * identify a record, then the others in the order of the schema. Names from authors and lists keep their
 * order, because it has a meaning. A translation is on one line. Comments stay before or after the same
 * value. Line ends stay as on Windows, or as elsewhere.
 *
 * @returns The unchanged text if it does not parse or is no document.
 */
export function formatDocument({ path, text }: SourceFile): string {
  const kind = documentKind(path)?.kind;
  const { document, problems } = parseDocument(text, path);
  if (kind === undefined || document === undefined || problems.length > 0) return text;
  const tree = new TreeReader(text).read();
  const order = (pointer: string): readonly string[] => memberNames(kind, document.value, pointer);
  return keepLineEnds(text, new Printer(order, kind === 'messages').print(tree));
}

interface Commented {
  /** Comments on their own lines before the value. */
  readonly before: string[];
  /** Comments after the value on its last line. */
  readonly behind: string[];
}

interface Tree extends Commented {
  readonly value: Value;
}

type Value =
  /** A literal as written. */
  | string
  | { readonly kind: 'list'; readonly items: readonly Tree[]; readonly last: readonly string[] }
  | { readonly kind: 'record'; readonly members: readonly Member[]; readonly last: readonly string[] };

interface Member extends Tree {
  /** As written, with its quotes. */
  readonly name: string;
}

/* Token kinds of jsonc-parser; its own names are a const enum that isolated modules cannot import. */
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const STRING = 10;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const TRIVIA = 15;
const END = 17;

/** Reads a text that is known to parse. */
class TreeReader {
  readonly #text: string;
  readonly #scanner;
  #token = 0;
  /** Comments that are not assigned to a value yet. */
  #pending: string[] = [];
  /** The value that a comment on the current line belongs to. */
  #last: Commented | undefined;

  constructor(text: string) {
    // A byte order mark is not part of the text.
    this.#text = text.replace(/^\uFEFF/, '');
    this.#scanner = createScanner(this.#text, false);
    this.#next();
  }

  read(): Tree & { readonly last: readonly string[] } {
    const tree = this.#tree();
    return { ...tree, last: this.#take() };
  }

  #next(): void {
    for (;;) {
      this.#token = this.#scanner.scan();
      if (this.#token === LINE_BREAK) this.#last = undefined;
      else if (this.#token === LINE_COMMENT || this.#token === BLOCK_COMMENT) {
        const from = this.#scanner.getTokenOffset();
        // The scanner's value of a comment begins with the character before it.
        const comment = this.#text.slice(from, from + this.#scanner.getTokenLength()).trim();
        (this.#last?.behind ?? this.#pending).push(comment);
      } else if (this.#token !== TRIVIA) return;
    }
  }

  #take(): string[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  #tree(name?: string): Member {
    const tree = { name: name ?? '', before: this.#take(), behind: [] as string[] };
    const value = this.#value();
    // A comment on the same line belongs to this value.
    this.#last = tree;
    this.#next();
    return { ...tree, value };
  }

  /** Reads a value up to its last token, which is not consumed yet. */
  #value(): Value {
    if (this.#token === OPEN_BRACE) return this.#record();
    if (this.#token === OPEN_BRACKET) return this.#list();
    const written = this.#scanner.getTokenValue();
    return this.#token === STRING ? JSON.stringify(written) : written;
  }

  #record(): Value {
    this.#last = undefined;
    this.#next();
    const members: Member[] = [];
    while (this.#token !== CLOSE_BRACE && this.#token !== END) {
      const before = this.#take();
      const name = JSON.stringify(this.#scanner.getTokenValue());
      this.#next();
      if (this.#token === COLON) this.#next();
      const member: Member = this.#finish({ ...this.#tree(name), name });
      members.push({ ...member, before: [...before, ...member.before] });
    }
    const last = this.#take();
    return { kind: 'record', members, last };
  }

  #list(): Value {
    this.#last = undefined;
    this.#next();
    const items: Tree[] = [];
    while (this.#token !== CLOSE_BRACKET && this.#token !== END) items.push(this.#finish(this.#tree()));
    const last = this.#take();
    return { kind: 'list', items, last };
  }

  /** A comment at the end of the line belongs to the value on it, whether before or after the comma. */
  #finish<T extends Tree>(tree: T): T {
    if (this.#token === COMMA) {
      this.#last = tree;
      this.#next();
    }
    this.#last = undefined;
    return tree;
  }
}

class Printer {
  readonly #order: (pointer: string) => readonly string[];
  readonly #isCatalogue: boolean;

  constructor(order: (pointer: string) => readonly string[], isCatalogue: boolean) {
    this.#order = order;
    this.#isCatalogue = isCatalogue;
  }

  print({ before, value, behind, last }: Tree & { readonly last: readonly string[] }): string {
    const lines = [...before, this.#write(value, '', '') + trail(behind), ...last];
    return `${lines.join('\n')}\n`;
  }

  #write(value: Value, pointer: string, indent: string): string {
    if (typeof value === 'string') return value;
    const sorted = value.kind === 'list' ? value : { ...value, members: this.#sort(value.members, pointer) };
    const entries =
      sorted.kind === 'list'
        ? sorted.items.map((item, index) => ({ item, name: '', at: joinPointer(pointer, index) }))
        : sorted.members.map((item) => ({
            item,
            name: `${item.name}: `,
            at: joinPointer(pointer, nameOf(item)),
          }));
    const [open, close] = value.kind === 'list' ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0 && value.last.length === 0) return `${open}${close}`;
    const inline = this.#isCatalogue && isTranslation(pointer) ? writeInline(sorted) : undefined;
    if (inline !== undefined) return inline;
    const deeper = `${indent}  `;
    const lines = entries.flatMap(({ item, name, at }, index) => {
      const comma = index < entries.length - 1 ? ',' : '';
      const line = `${deeper}${name}${this.#write(item.value, at, deeper)}${comma}${trail(item.behind)}`;
      return [...item.before.map((comment) => `${deeper}${comment}`), line];
    });
    const rest = value.last.map((comment) => `${deeper}${comment}`);
    return `${open}\n${[...lines, ...rest].join('\n')}\n${indent}${close}`;
  }

  /** Names from authors keep their order. Names unknown to the schema come last. */
  #sort(members: readonly Member[], pointer: string): Member[] {
    const known = this.#order(pointer);
    if (known.length === 0) return [...members];
    const leading = LEADING.filter((name) => known.includes(name));
    const trailing = pointer === '' ? [] : TRAILING.filter((name) => known.includes(name));
    const between = known.filter((name) => !leading.includes(name) && !trailing.includes(name));
    const ranks = new Map([...leading, ...between, ...trailing].map((name, rank) => [name, rank]));
    const rank = (member: Member): number => ranks.get(nameOf(member)) ?? ranks.size;
    return members
      .map((member, index) => ({ member, index }))
      .sort((a, b) => rank(a.member) - rank(b.member) || a.index - b.index)
      .map(({ member }) => member);
  }
}

/** Members that identify a record come first and long lists last; the others have the order of the schema. */
const LEADING: readonly string[] = ['$schema', 'grammar', 'type', 'do', 'rule', 'id', 'name', 'description'];
const TRAILING: readonly string[] = [
  'with',
  'result',
  'rows',
  'items',
  'properties',
  'rules',
  'cases',
  'run',
  'body',
  'bar',
  'catch',
  'on',
  'fallback',
];

function nameOf({ name }: Member): string {
  return String(JSON.parse(name));
}

function trail(comments: readonly string[]): string {
  return comments.map((comment) => ` ${comment}`).join('');
}

function isTranslation(pointer: string): boolean {
  return /^\/(?:messages|contexts\/[^/]+)\/[^/]*$/.test(pointer);
}

/** The value on one line; undefined if it has comments. */
function writeInline(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (value.last.length > 0) return undefined;
  const trees: readonly Tree[] = value.kind === 'list' ? value.items : value.members;
  if (trees.some(({ before, behind }) => before.length + behind.length > 0)) return undefined;
  const written = trees.map((tree) => writeInline(tree.value));
  if (written.includes(undefined)) return undefined;
  if (value.kind === 'list') return `[${written.join(', ')}]`;
  return `{ ${value.members.map(({ name }, index) => `${name}: ${written[index] ?? ''}`).join(', ')} }`;
}
