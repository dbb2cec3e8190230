import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
  type ParseError,
  printParseErrorCode,
} from 'jsonc-parser';

export interface Position {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** A JSON document whose places are known by line and column. */
export interface Source {
  readonly value: unknown;
  /** Where the member or item of this pointer stands; for members that is their name. */
  place(pointer: string): Position;
}

/** What cannot be read at all, and where. */
export interface Unreadable extends Position {
  readonly message: string;
}

/** Reads JSON with comments and trailing commas. */
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

export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function joinPointer(pointer: string, ...names: readonly (string | number)[]): string {
  return names.reduce<string>(
    (all, name) => `${all}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

export type Json = { readonly [name: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands under a pointer; undefined where nothing does. Own members only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of splitPointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(name)] as unknown;
    else if (isJson(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
