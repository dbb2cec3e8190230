import { type Node, parseTree } from 'jsonc-parser';
import type { Compiled } from './compile.ts';
import { Lines } from './places.ts';
import { joinPointer, splitPointer } from './pointer.ts';
import { nodeAt } from './text-edits.ts';
import type { SourceFile } from './world.ts';

/** Source locations of the parts of a plan. */
export interface Positions {
  /** `file:line:column` of a node or of a value below it; undefined for a node without an origin. */
  ofNode(screen: string, node: string, below?: string): string | undefined;
  /** Location of a pointer in a screen's own document. */
  ofScreen(screen: string, pointer: string): string;
  /** Location of a pointer in any document, with its source text. */
  ofFile(file: string, pointer: string): Written;
  /**
   * Whether a document has a value at exactly this pointer; pointers from the compiler may be deeper than the
   * source.
   */
  isWritten(file: string, pointer: string): boolean;
}

export interface Written {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Source text of the JSON value. */
  readonly text: string;
}

/**
 * @param files - The compiled documents.
 */
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
    // Pointers from the compiler may be deeper than the source.
    const segments = splitPointer(pointer);
    for (let length = segments.length; length >= 0 && known.root !== undefined; length -= 1) {
      const found = nodeAt(known.root, segments.slice(0, length).reduce(joinPointer, ''));
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
      return root !== undefined && nodeAt(root, pointer) !== undefined;
    },
  };
}
