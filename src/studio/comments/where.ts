import { pairItems } from '#renderer/grammar/difference/compare.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';

/**
 * Follows a pointer from one version of a document to a later one.
 *
 * @returns the JSON Pointer in the later version; undefined if the value is gone.
 */
export function whereIs(pointer: string, before: unknown, after: unknown): string | undefined {
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
