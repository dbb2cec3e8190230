import type { Variant } from './slot.ts';

/** JSON types of a variant's values; a number can have either of two. */
export function slotTypesOf({ type, options }: Variant): readonly string[] {
  if (options !== undefined) return [...new Set(options.map(({ value }) => typeOf(value)))];
  return [type];
}

function typeOf(value: string | number | boolean): string {
  return typeof value === 'number' ? 'number' : typeof value;
}
