/** A line of a difference: what it was, or is. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** Of a line that is there now: its position in the tree. */
  readonly at?: number;
}

/** The shortest way from one list of lines to another: lines of both in order. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const common = lengthsOfCommon(before, after);
  const lines: DiffLine[] = [];
  let old = 0;
  let now = 0;
  while (old < before.length || now < after.length) {
    const was = before[old];
    const is = after[now];
    if (was !== undefined && was === is) {
      lines.push({ sign: ' ', text: was, at: now });
      old += 1;
      now += 1;
    } else if (
      is === undefined ||
      (was !== undefined && at(common, old + 1, now) >= at(common, old, now + 1))
    ) {
      lines.push({ sign: '-', text: was ?? '' });
      old += 1;
    } else {
      lines.push({ sign: '+', text: is, at: now });
      now += 1;
    }
  }
  return lines;
}

function at(table: readonly (readonly number[])[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

/** How many lines of what follows are in both. */
function lengthsOfCommon(before: readonly string[], after: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: before.length + 1 }, () => []);
  for (let old = before.length - 1; old >= 0; old -= 1) {
    const row = table[old] ?? [];
    for (let now = after.length - 1; now >= 0; now -= 1) {
      row[now] =
        before[old] === after[now]
          ? at(table, old + 1, now + 1) + 1
          : Math.max(at(table, old + 1, now), row[now + 1] ?? 0);
    }
  }
  return table;
}

/**
 * What changed in a tree, with what stands around it: each piece below the path that leads to it.
 *
 * @returns Undefined where nothing changed.
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
  /** Depth of the line that began the present piece. */
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
