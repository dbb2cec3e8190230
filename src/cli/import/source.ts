import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
  type ParseError,
  printParseErrorCode,
} from 'jsonc-parser';
import { isJson } from '#renderer/grammar/json.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';

export interface Position {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** A JSON document that knows the line and column of each value. */
export interface Source {
  readonly value: unknown;
  /** The position of a member's name, or of an item. */
  place(pointer: string): Position;
}

/** A syntax error, and its position. */
export interface Unreadable extends Position {
  readonly message: string;
}

/** Parses JSON with comments and trailing commas. */
export function readSource(text: string): Source | Unreadable {
  const clean = text.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const tree = parseTree(clean, errors, { allowTrailingComma: true });
  const locate = (offset: number): Position => {
    const before = clean.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  };
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const message = first === undefined ? 'there is nothing in it' : printParseErrorCode(first.error);
    return { message, ...locate(first?.offset ?? 0) };
  }
  return {
    value: getNodeValue(tree) as unknown,
    place: (pointer) => locate(offsetOf(find(tree, splitPointer(pointer)))),
  };
}

function find(tree: Node, path: readonly string[]): Node {
  let found = tree;
  for (const name of path) {
    const next = findNodeAtLocation(found, [found.type === 'array' ? Number(name) : name]);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

function offsetOf(node: Node): number {
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

export function joinPointer(pointer: string, ...names: readonly (string | number)[]): string {
  return names.reduce<string>(
    (all, name) => `${all}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textsIn(value: unknown): readonly string[] {
  return listIn(value).filter((one) => typeof one === 'string');
}

/** The value at a pointer; undefined if there is none. Own members only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of splitPointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(name)] as unknown;
    else if (isJson(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
