import { createScanner, getLocation, type Node, parseTree } from 'jsonc-parser';
import { isActionsPlace } from '#renderer/grammar/lone-actions.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import { nodesTo } from '#renderer/grammar/text-edits.ts';

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
  const { path: written, isAtPropertyKey } = getLocation(text, offset);
  const path = withLists(written);
  const pointer = path.reduce<string>((at, name) => joinPointer(at, name), '');
  const quoted = quotedAt(text, offset);
  const before =
    quoted === undefined
      ? (/[\w$-]*$/.exec(text.slice(0, offset))?.[0] ?? '')
      : unescape(text.slice(quoted.from + 1, offset));
  const selected = isAtPropertyKey && path.at(-1) === '' ? pointer.slice(0, -1) : pointer;
  return { pointer, selected, isName: isAtPropertyKey, ...(quoted && { quoted }), before };
}

/** The only action of a list may be written in the place of the list; its pointer contains the index all the same. */
function withLists(path: readonly (string | number)[]): (string | number)[] {
  return path.flatMap((name, at) => {
    const isLone = typeof name === 'string' && isActionsPlace(path.slice(0, at).map(String));
    return isLone ? [0, name] : [name];
  });
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
  const node = nodesTo(root, pointer).at(-1);
  return node && { from: node.offset, to: node.offset + node.length };
}

/** The range of the node or action that contains a pointer. */
export function markedAt(text: string, pointer: string): Range | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const nodes = nodesTo(root, pointer);
  let found: Node | undefined;
  for (const node of nodes.slice(1)) {
    const members = node.type === 'object' ? (node.children ?? []) : [];
    if (members.some(({ children }) => ['type', 'do', 'rule'].includes(String(children?.[0]?.value))))
      found = node;
  }
  const marked = found ?? (nodes.length > splitPointer(pointer).length ? nodes.at(-1) : undefined);
  return marked === undefined || marked === root
    ? undefined
    : { from: marked.offset, to: marked.offset + marked.length };
}
