import { diffArrays } from 'diff';

/** A line of the difference between two lists of lines. */
export interface DiffLine {
  /** Whether the line is in both lists, only in `before`, or only in `after`. */
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** Index in `after`; absent for a removed line. */
  readonly at?: number;
}

/** A shortest edit script, with the equal lines, in order. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let at = 0;
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map(
      (text): DiffLine => (removed ? { sign: '-', text } : { sign: added ? '+' : ' ', text, at: at++ }),
    ),
  );
}

/**
 * The changed lines of a tree: each group below the path of its ancestors.
 *
 * @returns Undefined if nothing changed.
 */
export function describeChanges(
  before: readonly string[],
  after: readonly string[],
): { readonly lines: readonly string[]; readonly at: readonly number[] } | undefined {
  const diff = diffLines(before, after);
  const lines: string[] = [];
  const changed: number[] = [];
  const path: string[] = [];
  let said = '';
  let lastKept = -1;
  /** Depth of the first line of the current group. */
  let root: number | undefined;
  for (const { sign, text, at: place } of diff) {
    const depth = depthOf(text);
    if (sign === ' ') {
      root = undefined;
      if (place !== undefined) lastKept = place;
    } else {
      if (root === undefined || depth < root) root = depth;
      const around = path.slice(0, root).join(' › ');
      if (around !== said && around !== '' && depth === root) lines.push(`  ${around}`);
      if (depth === root) said = around;
      lines.push(`${sign} ${'  '.repeat(Math.max(1, depth))}${text.trim()}`);
      changed.push(place ?? lastKept);
    }
    path[depth] = text.trim();
    path.length = depth + 1;
  }
  return lines.length === 0 ? undefined : { lines, at: changed };
}

function depthOf(line: string): number {
  return (line.length - line.trimStart().length) / 2;
}
