import { pairItems } from '#renderer/grammar/difference/compare.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, recordsIn, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';

/**
 * Follows a pointer from one version of a document to a later one.
 *
 * @returns the JSON Pointer in the later version; undefined if the value is gone.
 */
export function whereIs(pointer: string, before: unknown, after: unknown): string | undefined {
  const paired = pairedWith(pointer, before, after);
  if (pointer === '') return paired;
  const own = valueAt(before, pointer);
  if (!isJson(own) || (paired !== undefined && isSame(own, valueAt(after, paired)))) return paired;
  // The pairs have the order of both lists, so a moved node has none, or another node.
  return onlyPlaceOf(own, before) === pointer ? (onlyPlaceOf(own, after) ?? paired) : paired;
}

/** The pointer of the only record in a document that equals this one; undefined if there are several or none. */
export function onlyPlaceOf(own: unknown, document: unknown): string | undefined {
  const places = [...recordsIn(document)].filter(({ record }) => isSame(own, record));
  return places.length === 1 ? places[0]?.pointer : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isJson(one) || !isJson(other) || one['type'] !== other['type']) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

function pairedWith(pointer: string, before: unknown, after: unknown): string | undefined {
  let now = '';
  let [old, young] = [before, after];
  for (const name of splitPointer(pointer)) {
    let next: string | number = name;
    if (Array.isArray(old) && Array.isArray(young)) {
      const mate = pairItems(old, young).find(([at]) => String(at) === name);
      if (mate === undefined) return undefined;
      [, next] = mate;
      old = old[Number(name)];
      young = young[next];
    } else if (isJson(old) && isJson(young) && Object.hasOwn(old, name) && Object.hasOwn(young, name)) {
      old = old[name];
      young = young[name];
    } else return undefined;
    now = joinPointer(now, next);
  }
  return now;
}
