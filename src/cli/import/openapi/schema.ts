import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, listIn, textsIn, valueAt } from '../source.ts';
import type { Findings } from './findings.ts';

/** A value of the description, and where it stands. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** A schema without references, `allOf` and null. */
export interface Plain {
  readonly types: ReadonlySet<string>;
  readonly isNullable: boolean;
  readonly keywords: Json;
  readonly properties: ReadonlyMap<string, Located>;
  readonly required: ReadonlySet<string>;
  readonly items?: Located;
  readonly additional?: Located;
  /** The pointers of the schemas that it was made of. */
  readonly pointers: readonly string[];
}

/** How many references and parts of `allOf` one schema may have. */
const MOST_PARTS = 50;

const UNCHECKED = ['not', 'if', 'then', 'else', 'patternProperties', 'dependentSchemas', 'prefixItems'];

/** Follows references inside the same document; undefined, after a finding, if there is nothing. */
export function resolve(
  root: unknown,
  { value, pointer }: Located,
  findings: Pick<Findings, 'leave'>,
): Located | undefined {
  let found: Located = { value, pointer };
  for (let count = 0; isJson(found.value) && typeof found.value['$ref'] === 'string'; count += 1) {
    const reference = found.value['$ref'];
    const at = targetOf(reference);
    const target = at === undefined ? undefined : valueAt(root, at);
    if (at === undefined || target === undefined || count > MOST_PARTS) {
      const why = at === undefined ? 'is in another document, which is not read' : 'leads nowhere';
      findings.leave(joinPointer(found.pointer, '$ref'), `"${reference.slice(0, 200)}" ${why}.`);
      return undefined;
    }
    found = { value: target, pointer: at };
  }
  return found;
}

function targetOf(reference: string): string | undefined {
  if (!reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** Merges a schema with its references and parts; undefined, after a finding, if it has no single type. */
export function simplify(
  root: unknown,
  schema: Located,
  findings: Pick<Findings, 'leave'>,
): Plain | undefined {
  const merged = new Merged();
  return collect(root, schema, merged, findings) ? merged.finish(schema, findings) : undefined;
}

class Merged {
  count = 0;
  isNullable = false;
  types: ReadonlySet<string> | undefined;
  keywords: Json = {};
  readonly properties = new Map<string, Located>();
  readonly required = new Set<string>();
  items: Located | undefined;
  additional: Located | undefined;
  readonly pointers: string[] = [];

  narrow(types: ReadonlySet<string>): void {
    const before = this.types;
    this.types = before === undefined ? types : new Set([...types].filter((one) => before.has(one)));
  }

  finish({ pointer }: Located, findings: Pick<Findings, 'leave'>): Plain | undefined {
    const types = new Set(this.types ?? this.#guess());
    if (types.delete('null')) this.isNullable = true;
    if (types.has('number')) types.delete('integer');
    if (types.size !== 1) {
      const why = types.size === 0 ? 'It says no type.' : `It may be ${[...types].join(' or ')}.`;
      findings.leave(pointer, why);
      return undefined;
    }
    const { isNullable, keywords, properties, required, items, additional, pointers } = this;
    return {
      ...{ types, isNullable, keywords, properties, required, pointers },
      ...(items && { items }),
      ...(additional && { additional }),
    };
  }

  #guess(): readonly string[] {
    if (this.properties.size > 0 || this.additional !== undefined) return ['object'];
    if (this.items !== undefined) return ['array'];
    const values = listIn(this.keywords['enum'] ?? [this.keywords['const']]).filter(
      (one) => one !== undefined,
    );
    return [...new Set(values.map((one) => (one === null ? 'null' : typeof one)))];
  }
}

function collect(root: unknown, given: Located, merged: Merged, findings: Pick<Findings, 'leave'>): boolean {
  merged.count += 1;
  if (merged.count > MOST_PARTS) {
    findings.leave(given.pointer, `It has more than ${MOST_PARTS} parts, or contains itself.`);
    return false;
  }
  const { value, pointer } = given;
  if (!isJson(value)) {
    findings.leave(pointer, 'It allows every value, or none.');
    return false;
  }
  merged.pointers.push(pointer);
  if (value['$ref'] !== undefined) {
    const target = resolve(root, given, findings);
    if (target === undefined || !collect(root, target, merged, findings)) return false;
  }
  take(value, pointer, merged);
  for (const keyword of UNCHECKED) {
    if (value[keyword] !== undefined)
      findings.leave(joinPointer(pointer, keyword), 'A contract cannot say this.');
  }
  for (const [index, part] of listIn(value['allOf']).entries()) {
    const at = joinPointer(pointer, 'allOf', index);
    if (!collect(root, { value: part, pointer: at }, merged, findings)) return false;
  }
  return (['oneOf', 'anyOf'] as const).every((keyword) => {
    return value[keyword] === undefined || choose(root, given, keyword, merged, findings);
  });
}

/** Takes over what one schema says itself. */
function take(value: Json, pointer: string, merged: Merged): void {
  const { type, properties, items, additionalProperties } = value;
  if (value['nullable'] === true) merged.isNullable = true;
  const types = typeof type === 'string' ? [type] : textsIn(type);
  if (types.length > 0)
    merged.narrow(new Set(types.flatMap((one) => (one === 'number' ? ['number', 'integer'] : one))));
  const { $ref: _ref, ...own } = value;
  merged.keywords = { ...merged.keywords, ...own };
  for (const [name, member] of isJson(properties) ? Object.entries(properties) : [])
    merged.properties.set(name, { value: member, pointer: joinPointer(pointer, 'properties', name) });
  for (const name of textsIn(value['required'])) merged.required.add(name);
  if (isJson(items)) merged.items = { value: items, pointer: joinPointer(pointer, 'items') };
  if (isJson(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    merged.additional = {
      value: additionalProperties,
      pointer: joinPointer(pointer, 'additionalProperties'),
    };
  }
}

/** Of alternatives, one beside null is carried; several are not. */
function choose(
  root: unknown,
  { value, pointer }: Located,
  keyword: 'oneOf' | 'anyOf',
  merged: Merged,
  findings: Pick<Findings, 'leave'>,
): boolean {
  const all = listIn(isJson(value) ? value[keyword] : undefined).map((one, index) => ({
    value: one,
    pointer: joinPointer(pointer, keyword, index),
  }));
  const others = all.filter((one) => !isNull(one.value));
  if (others.length < all.length) merged.isNullable = true;
  const [only] = others;
  if (others.length === 1 && only !== undefined) return collect(root, only, merged, findings);
  // Alternatives that only say which members are required leave the record as it is.
  const isRecord = merged.properties.size > 0;
  findings.leave(
    joinPointer(pointer, keyword),
    isRecord
      ? 'The alternatives are not carried; the members beside them are.'
      : 'A contract has no alternatives.',
  );
  return isRecord;
}

function isNull(schema: unknown): boolean {
  if (!isJson(schema)) return false;
  const { type, enum: values } = schema;
  return type === 'null' || (Array.isArray(values) && values.length === 1 && values[0] === null);
}
