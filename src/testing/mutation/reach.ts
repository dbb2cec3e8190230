/**
 * Points of a document that a trial reached: `<file>#<pointer>`, a space, and the result, in coverage's format:
 * `screens/order.screen.json#/body/2/visibleWhen true`.
 */
export type Hits = ReadonlySet<string>;

/** A parsed hit. */
interface Reached {
  readonly pointer: string;
  readonly way: string;
}

/**
 * Trials that could notice a change at a pointer, the most likely first. First come trials that reach the pointer or
 * its nearest reached ancestor: one for each different result, then the rest of them. The other trials follow,
 * because a condition whose data is missing reports nothing although it hides its node. For an action they are left
 * out, because they cannot run it.
 *
 * @param hits - What each trial reached, in the default order.
 */
export function whoReaches<T>(hits: ReadonlyMap<T, Hits>, file: string, pointer: string): readonly T[] {
  const found = [...hits].map(([one, all]) => {
    const near = [...all].flatMap((hit) => readHit(hit, file) ?? []);
    const depths = near.map((hit) => depthOf(hit.pointer, pointer));
    const depth = Math.max(-1, ...depths);
    const ways = near.filter((_hit, at) => depths[at] === depth).map((hit) => `${hit.pointer} ${hit.way}`);
    return { one, depth, ways };
  });
  const deepest = Math.max(...found.map(({ depth }) => depth));
  const left = found.filter(({ depth }) => depth === deepest);
  const seen = new Set<string>();
  const first = left.filter(({ ways }) => {
    const isNew = ways.some((way) => !seen.has(way));
    for (const way of ways) seen.add(way);
    return isNew;
  });
  // Without its condition an action also runs where a constant excludes it.
  const cannotRun = /\/on\//.test(pointer) && !pointer.endsWith('/when');
  const others = cannotRun ? [] : found.filter(({ depth }) => depth !== deepest);
  return [...first, ...left.filter((one) => !first.includes(one)), ...others].map(({ one }) => one);
}

function readHit(hit: string, file: string): Reached | undefined {
  if (!hit.startsWith(`${file}#`)) return undefined;
  const [place = '', way = ''] = hit.slice(file.length + 1).split(' ');
  // The marker of a node, or the number of a condition in its text.
  const [pointer = '', number = ''] = place.split(/[!?]/);
  return { pointer, way: `${number} ${way}` };
}

/**
 * Number of segments that both pointers have in common; all segments of `pointer` for a hit inside it; -1 if neither
 * contains the other.
 */
function depthOf(reached: string, pointer: string): number {
  if (pointer === reached || reached.startsWith(`${pointer}/`)) return pointer.split('/').length;
  return pointer.startsWith(`${reached}/`) ? reached.split('/').length : -1;
}
