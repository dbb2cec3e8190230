import { findNodeAtLocation, getNodeValue, parseTree, type Node as JsonNode } from 'jsonc-parser';
import { isAlias, isNode, LineCounter, parseDocument } from 'yaml';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { Source, Unreadable } from '../source.ts';
import { messageOf } from '#src/shared/message-of.ts';

/** The largest description that is read, in characters. */
const LARGEST = 16_000_000;

/** How many values the aliases of a YAML document may stand for. */
const MOST_ALIASES = 1_000;

/** Parses an OpenAPI description, which is JSON or YAML. */
export function readDescription(text: string): Source | Unreadable {
  if (text.length > LARGEST)
    return { message: `it is larger than ${LARGEST} characters`, line: 1, column: 1 };
  const clean = text.replace(/^\uFEFF/, ' ');
  try {
    return /^\s*\{/.test(clean) ? readJson(clean) : readYaml(clean);
  } catch (error) {
    // A document that is nested very deeply exhausts the stack; too many aliases are refused by the parser.
    const message = error instanceof RangeError ? 'it is nested too deeply' : messageOf(error);
    return { message, line: 1, column: 1 };
  }
}

function readJson(text: string): Source | Unreadable {
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const place = placesIn(text);
  const [first] = errors;
  if (first !== undefined || tree === undefined)
    return { message: 'it is no JSON', ...place(first?.offset ?? 0) };
  return {
    value: getNodeValue(tree) as unknown,
    place: (pointer) => place(offsetInJson(tree, splitPointer(pointer))),
  };
}

function offsetInJson(tree: JsonNode, path: readonly string[]): number {
  let found = tree;
  for (const name of path) {
    const next = findNodeAtLocation(found, [found.type === 'array' ? Number(name) : name]);
    if (next === undefined) break;
    found = next;
  }
  return found.parent?.type === 'property' ? found.parent.offset : found.offset;
}

function readYaml(text: string): Source | Unreadable {
  const lineCounter = new LineCounter();
  const place = placesIn(text);
  const document = parseDocument(text, { lineCounter, logLevel: 'silent' });
  const [first] = document.errors;
  if (first !== undefined) {
    const [message = ''] = first.message.split('\n');
    return { message: `it is no YAML: ${message.replace(/ at line .*$/, '')}`, ...place(first.pos[0]) };
  }
  return {
    value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown,
    place: (pointer) => {
      for (let path = splitPointer(pointer); path.length > 0; path = path.slice(0, -1)) {
        const node = document.getIn(path, true);
        if (isNode(node) && !isAlias(node) && node.range != null) return place(node.range[0]);
      }
      return place(0);
    },
  };
}

/** Returns a function that makes a line and a column of an offset. */
function placesIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
