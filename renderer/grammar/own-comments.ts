import { createScanner, type Node } from 'jsonc-parser';

/** Offsets in a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The comments of a member or an item. */
interface OwnComments {
  /** Those between its neighbour and it, except on the neighbour's last line. */
  readonly above: readonly Range[];
  /** Those after it on its last line. */
  readonly behind: readonly Range[];
}

/* Token kinds of jsonc-parser; its own names are a const enum that isolated modules cannot import. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const END = 17;

/** The comments that belong to a member of a record or an item of a list, as the formatter keeps them. */
export function ownComments(text: string, node: Node): OwnComments {
  const { parent } = node;
  if (parent === undefined) return { above: [], behind: [] };
  const siblings = parent.children ?? [];
  const place = siblings.indexOf(node);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  const from = before === undefined ? parent.offset + 1 : before.offset + before.length;
  const to = after?.offset ?? parent.offset + parent.length - 1;
  return {
    above: commentsIn(text, { from, to: node.offset }).filter(({ line }) => before === undefined || line > 0),
    behind: commentsIn(text, { from: node.offset + node.length, to }).filter(({ line }) => line === 0),
  };
}

export function hasComments(text: string, gap: Range): boolean {
  return commentsIn(text, gap).length > 0;
}

/** The comma in the gap between two values, if there is one. */
export function commaIn(text: string, gap: Range): readonly Range[] {
  return [...tokensIn(text, gap)].filter(({ kind }) => kind === COMMA).slice(0, 1);
}

/** Comments with the number of line breaks before each. */
function commentsIn(text: string, gap: Range): readonly (Range & { readonly line: number })[] {
  const found: (Range & { readonly line: number })[] = [];
  let line = 0;
  for (const { kind, from, to } of tokensIn(text, gap)) {
    if (kind === LINE_BREAK) line += 1;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) found.push({ from, to, line });
  }
  return found;
}

function* tokensIn(text: string, { from, to }: Range): Iterable<Range & { readonly kind: number }> {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const at = scanner.getTokenOffset();
    if (at >= to) return;
    yield { kind, from: at, to: at + scanner.getTokenLength() };
  }
}
