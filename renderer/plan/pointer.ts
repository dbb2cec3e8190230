import { readOwn } from './value.ts';

/**
 * Reads a JSON Pointer (RFC 6901) in untrusted JSON, own members only.
 *
 * @returns The value; undefined if it is missing or null, which means absent.
 */
export function readPointer(json: unknown, pointer: string): unknown {
  let current: unknown = json ?? undefined;
  if (pointer === '') return current;
  for (const part of pointer.slice(1).split('/')) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~');
    if (!Array.isArray(current)) current = readOwn(current, name);
    else
      current = /^(0|[1-9]\d*)$/.test(name) ? ((current as unknown[])[Number(name)] ?? undefined) : undefined;
  }
  return current;
}

/** A name as one step of a pointer. */
export function toPointerStep(name: string): string {
  return `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/**
 * Text of a scalar, for comparison with success rules, absent values and error codes; undefined for other
 * values.
 */
export function toScalarText(json: unknown): string | undefined {
  if (typeof json === 'string') return json;
  return typeof json === 'boolean' || Number.isFinite(json) ? String(json) : undefined;
}
