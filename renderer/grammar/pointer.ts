/** JSON Pointers, RFC 6901. */
import { isJson, type Json } from './json.ts';

/** `joinPointer('/body', 0)` is `/body/0`. */
export function joinPointer(pointer: string, name: string | number): string {
  if (typeof name === 'number') return `${pointer}/${name}`;
  if (!name.includes('~') && !name.includes('/')) return `${pointer}/${name}`;
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** `/a~1b/0` is `['a/b', '0']`. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, through own members only; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of splitPointer(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    // The line above checks that `value` is an object or array with this own member.
    value = (value as { readonly [name: string]: unknown })[name];
  }
  return value;
}

/** Every text in a value, with its pointer. */
export function* textsIn(
  value: unknown,
  pointer: string,
): Generator<readonly [pointer: string, text: string]> {
  if (typeof value === 'string') yield [pointer, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, joinPointer(pointer, name));
  }
}

/** Every record in a value with its pointer, the outermost first. */
export function* recordsIn(value: unknown, pointer = ''): Generator<{ record: Json; pointer: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (isJson(value)) yield { record: value, pointer };
  for (const [name, member] of Object.entries(value)) yield* recordsIn(member, joinPointer(pointer, name));
}
