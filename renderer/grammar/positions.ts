import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Compiled } from './compile.ts';
import { Lines } from './places.ts';
import { splitPointer } from './pointer.ts';
import type { SourceFile } from './world.ts';

/** Where what a plan says is written. */
export interface Positions {
  /** `file:line:column` of a node, or of what stands in it; undefined for what is nobody's. */
  ofNode(screen: string, node: string, below?: string): string | undefined;
  /** Of a place of a screen's own document. */
  ofScreen(screen: string, pointer: string): string;
  /** Of a place of any document, and what is written there. */
  ofFile(file: string, pointer: string): Written;
  /** Whether a document has the place itself; what the compiler made may go deeper than what is written. */
  isWritten(file: string, pointer: string): boolean;
}

export interface Written {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The JSON value there, as text. */
  readonly text: string;
}

/** @param files - The documents that were compiled. */
export function createPositions({
  compiled,
  files,
}: {
  readonly compiled: Pick<Compiled, 'screens'>;
  readonly files: readonly SourceFile[];
}): Positions {
  const parsed = new Map<string, { readonly root: Node | undefined; readonly lines: Lines }>();
  const texts = new Map(files.map(({ path, text }) => [path, text]));

  function read(file: string): { readonly root: Node | undefined; readonly lines: Lines } {
    const text = texts.get(file) ?? '';
    const known = parsed.get(file) ?? { root: parseTree(text), lines: new Lines(text) };
    parsed.set(file, known);
    return known;
  }

  function find(file: string, pointer: string): Written {
    const known = read(file);
    // What the compiler made of a place may go deeper than what is written there.
    const segments = splitPointer(pointer);
    for (let length = segments.length; length >= 0 && known.root !== undefined; length -= 1) {
      const found = nodeAt(known.root, segments.slice(0, length));
      if (found === undefined) continue;
      const { line, column } = known.lines.place(file, pointer, found.offset, found.length);
      const text = texts.get(file)?.slice(found.offset, found.offset + found.length) ?? '';
      return { file, line, column, text };
    }
    return { file, line: 1, column: 1, text: '' };
  }

  const say = ({ file, line, column }: Written): string => `${file}:${line}:${column}`;

  return {
    ofNode(screen, node, below = '') {
      const origin = compiled.screens[screen]?.origins[node];
      return origin && say(find(origin.file, origin.pointer + below));
    },
    ofScreen: (screen, pointer) => say(find(`screens/${screen}.screen.json`, pointer)),
    ofFile: find,
    isWritten(file, pointer) {
      const { root } = read(file);
      return root !== undefined && nodeAt(root, splitPointer(pointer)) !== undefined;
    },
  };
}

function nodeAt(root: Node, segments: readonly string[]): Node | undefined {
  return findNodeAtLocation(
    root,
    segments.map((one) => (/^\d+$/.test(one) ? Number(one) : one)),
  );
}
