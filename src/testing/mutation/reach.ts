/**
 * Places of a document that something reached: `<file>#<pointer>`, with what came of it behind a space. As coverage tells
 * them: `screens/order.screen.json#/body/2/visibleWhen true`.
 */
export type Hits = ReadonlySet<string>;

/** A hit, taken apart. */
interface Reached {
  readonly pointer: string;
  readonly way: string;
}

/**
 * Who could notice a change, those who likely do first. What reaches the place, or what is nearest around it, and of
 * those first one for each way that it comes out. Then the others, but not of an action: who does not do it, or what is
 * nearest around it, sees nothing of it. A condition whose data has not come tells nothing, and yet it hides.
 *
 * @param hits - What each of them reached, in the order in which they are tried otherwise.
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
  const others = /\/on\//.test(pointer) ? [] : found.filter(({ depth }) => depth !== deepest);
  return [...first, ...left.filter((one) => !first.includes(one)), ...others].map(({ one }) => one);
}

function readHit(hit: string, file: string): Reached | undefined {
  if (!hit.startsWith(`${file}#`)) return undefined;
  const [place = '', way = ''] = hit.slice(file.length + 1).split(' ');
  // A node's mark, or the number of a condition in its text.
  const [pointer = '', number = ''] = place.split(/[!?]/);
  return { pointer, way: `${number} ${way}` };
}

/** How much of a place this is, in names; what lies within it is all of it. */
function depthOf(reached: string, pointer: string): number {
  if (pointer === reached || reached.startsWith(`${pointer}/`)) return pointer.split('/').length;
  return pointer.startsWith(`${reached}/`) ? reached.split('/').length : -1;
}
