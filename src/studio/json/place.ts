import { createScanner, findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where in a document a caret stands. What cannot be parsed yet is read as far as it goes. */
export interface Caret {
  /** Of the value, or of the member whose name it stands in. */
  readonly pointer: string;
  /** The same without a name that is still to be written. */
  readonly selected: string;
  /** Whether a name of a member stands there, or would. */
  readonly isName: boolean;
  /** The quoted text around it, quotes included. */
  readonly quoted?: Range;
  /** The text between the quotes up to the caret, unescaped; without quotes the word before it. */
  readonly before: string;
}

export function caretAt(text: string, offset: number): Caret {
  const { path, isAtPropertyKey } = getLocation(text, offset);
  const pointer = path.reduce<string>((at, name) => joinPointer(at, name), '');
  const quoted = quotedAt(text, offset);
  const before =
    quoted === undefined
      ? (/[\w$-]*$/.exec(text.slice(0, offset))?.[0] ?? '')
      : unescape(text.slice(quoted.from + 1, offset));
  const selected = isAtPropertyKey && path.at(-1) === '' ? pointer.slice(0, -1) : pointer;
  return { pointer, selected, isName: isAtPropertyKey, ...(quoted && { quoted }), before };
}

/* Kinds of tokens, as jsonc-parser numbers them. */
const STRING = 10;
const END = 17;

/** The quoted text that an offset stands in, between its quotes; one that is not ended ends with its line. */
function quotedAt(text: string, offset: number): Range | undefined {
  // No text goes over a line.
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const scanner = createScanner(text, true);
  scanner.setPosition(line);
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    const from = scanner.getTokenOffset();
    if (from >= offset) return undefined;
    const to = from + scanner.getTokenLength();
    const isEnded = to - from > 1 && text[to - 1] === '"';
    if (token === STRING && (isEnded ? offset < to : offset <= to)) return { from, to };
  }
  return undefined;
}

function unescape(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // In the middle of an escape.
    return written;
  }
}

/** Where a value stands; of what is not there the nearest around it. Undefined in an empty text. */
export function rangeOf(text: string, pointer: string): Range | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  let node: Node | undefined = root;
  for (const name of splitPointer(pointer)) {
    const next: Node | undefined =
      node && findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
    if (next === undefined) break;
    node = next;
  }
  return node && { from: node.offset, to: node.offset + node.length };
}

/** The node or action that a place lies in: what is marked. */
export function markedAt(text: string, pointer: string): Range | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  let node: Node | undefined = root;
  let found: Node | undefined;
  for (const name of splitPointer(pointer)) {
    node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
    if (node === undefined) break;
    const members = node.type === 'object' ? (node.children ?? []) : [];
    if (members.some(({ children }) => ['type', 'do', 'rule'].includes(String(children?.[0]?.value))))
      found = node;
  }
  const marked = found ?? node;
  return marked === undefined || marked === root
    ? undefined
    : { from: marked.offset, to: marked.offset + marked.length };
}
