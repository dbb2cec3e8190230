import { createScanner, findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The value at a caret. Incomplete JSON is parsed as far as possible. */
export interface Caret {
  /** Pointer of the value, or of the member whose name is at the caret. */
  readonly pointer: string;
  /** The pointer to select: `pointer`, or its parent while the name of a member is still empty. */
  readonly selected: string;
  /** Whether the caret is at a member's name or where a name can be written. */
  readonly isName: boolean;
  /** The string around the caret, quotes included. */
  readonly quoted?: Range;
  /** The string's text up to the caret, unescaped; without quotes the word before the caret. */
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

/* Token kinds of jsonc-parser. */
const STRING = 10;
const END = 17;

/** The string around an offset. A string without its closing quote ends with the line. */
function quotedAt(text: string, offset: number): Range | undefined {
  // JSON strings do not span lines.
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
    // The caret is inside an escape.
    return written;
  }
}

/** The range of a value; of its nearest ancestor if the value is missing. Undefined for an empty text. */
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

/** The range of the node or action that contains a pointer. */
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
