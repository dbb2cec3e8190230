import type { Variant } from './slot.ts';

/** JSON types that the values of a variant have; a number may be any of its two. */
export function slotTypesOf({ type, options }: Variant): readonly string[] {
  if (options !== undefined) return [...new Set(options.map(({ value }) => typeOf(value)))];
  return [type];
}

function typeOf(value: string | number | boolean): string {
  return typeof value === 'number' ? 'number' : typeof value;
}
