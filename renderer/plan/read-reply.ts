import type { Value } from './expression.ts';
import type { MemberShape, RecordShape, ScalarShape, Shape } from './plan.ts';
import { readPointer, toPointerStep, toScalarText } from './pointer.ts';
import { isUrl } from './url.ts';
import { isRefusedName, readOwn } from './value.ts';

/** A value that does not fit: its pointer in the reply, and what was expected. Contains no data. */
export interface Mismatch {
  readonly pointer: string;
  readonly expected: string;
  /** For a member that `bad: absent` left out; not for a list item. */
  readonly isMember?: true;
}

export type ReadResult =
  | {
      readonly ok: true;
      readonly value: Value;
      /** Items left out by `bad: drop` and members left out by `bad: absent`; the first twenty. */
      readonly drops: readonly Mismatch[];
    }
  | ({ readonly ok: false; readonly drops: readonly Mismatch[] } & Mismatch);

/**
 * Reads a reply's JSON by its shape, in the contract's order: wire, read, absent, default, type. Null and
 * missing are absent, unknown members are dropped, and the value is a copy.
 *
 * @returns The value, or the first pointer that does not fit.
 */
export function readReply(json: unknown, shape: Shape): ReadResult {
  return start(json, shape, { drops: [], isStored: false });
}

/**
 * Reads a value that this page stored: members by their names, already converted. A value that no longer fits
 * (another release wrote it, or a person changed it) is not restored. A value of the wrong type that the
 * contract lists as absent is absent.
 */
export function readStored(json: unknown, shape: Shape): ReadResult {
  return start(json, shape, { drops: [], isStored: true });
}

/** Reads a parameter's text by its type: digits as an Integer or Money, `1` and `true` as a Boolean. */
export function readParameter(text: string, shape: Shape): ReadResult {
  const reader =
    shape.type in PARAMETER_READERS ? PARAMETER_READERS[shape.type as ScalarShape['type']] : undefined;
  return readReply(text, reader === undefined ? shape : { ...(shape as ScalarShape), read: reader });
}

const PARAMETER_READERS: { readonly [type in ScalarShape['type']]: NonNullable<ScalarShape['read']> } = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'flag',
  money: 'minor',
  date: 'date',
  url: 'url',
};

interface Reading {
  readonly drops: Mismatch[];
  readonly isStored: boolean;
}

const MAX_DROPS = 20;

class Bad implements Mismatch {
  readonly pointer: string;
  readonly expected: string;
  constructor(pointer: string, expected: string) {
    this.pointer = pointer;
    this.expected = expected;
  }
}

function start(json: unknown, shape: Shape, reading: Reading): ReadResult {
  const value = readShape(json, shape, '', reading);
  const { drops } = reading;
  if (value instanceof Bad) return { ok: false, pointer: value.pointer, expected: value.expected, drops };
  return { ok: true, value, drops };
}

function readShape(json: unknown, shape: Shape, pointer: string, reading: Reading): Value | Bad {
  switch (shape.type) {
    case 'record':
      return readRecord(json, shape, pointer, reading);
    case 'list':
      return readList(json, shape, pointer, reading);
    case 'map':
      return readMap(json, shape, pointer, reading);
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'money':
    case 'date':
    case 'url':
      return readScalar(json, shape, pointer, reading);
  }
}

function readRecord(json: unknown, shape: RecordShape, pointer: string, reading: Reading): Value | Bad {
  if (!isObject(json)) return new Bad(pointer, 'record');
  const record: { [name: string]: Value } = {};
  for (const member of shape.members) {
    const value = readMember(json, member, shape.members, pointer, reading);
    if (value instanceof Bad) return value;
    if (value !== undefined && !isRefusedName(member.name)) record[member.name] = value;
  }
  return record;
}

function readMember(
  record: object,
  member: MemberShape,
  members: readonly MemberShape[],
  pointer: string,
  reading: Reading,
): Value | undefined | Bad {
  const step = reading.isStored ? toPointerStep(member.name) : member.wire;
  const raw = reading.isStored ? readOwn(record, member.name) : readPointer(record, step);
  const isNeeded = member.required === true && member.default === undefined;
  let value: Value | undefined | Bad;
  // Tested before and after reading: `""` means absent although it is no number, `00` although it is one.
  if (raw !== undefined && !meansAbsent(raw, member, reading)) {
    value = readShape(raw, member.shape, pointer + step, reading);
    if (value instanceof Bad) {
      if (reading.isStored && isCalledAbsent(raw, member)) value = undefined;
      else if (member.bad !== 'absent' || isNeeded) return value;
      else {
        if (!isReadTwice(member, members)) drop(reading, value, true);
        value = undefined;
      }
    } else if (meansAbsent(value, member, reading)) value = undefined;
  }
  value ??= member.default;
  if (value === undefined && isNeeded) return new Bad(pointer + step, expectation(member.shape));
  return value;
}

function meansAbsent(raw: unknown, member: MemberShape, reading: Reading): boolean {
  return !reading.isStored && isCalledAbsent(raw, member);
}

function isCalledAbsent(raw: unknown, { absent }: MemberShape): boolean {
  const text = absent && toScalarText(raw);
  return text !== undefined && absent?.includes(text) === true;
}

/** Another member reads the same wire value, so a value that does not fit this member is no fault. */
function isReadTwice(member: MemberShape, members: readonly MemberShape[]): boolean {
  return members.some((other) => other !== member && other.wire === member.wire);
}

function drop(reading: Reading, { pointer, expected }: Mismatch, isMember?: true): void {
  if (reading.drops.length === MAX_DROPS) return;
  reading.drops.push({ pointer, expected, ...(isMember && { isMember }) });
}

function readList(
  json: unknown,
  shape: Extract<Shape, { type: 'list' }>,
  pointer: string,
  reading: Reading,
): Value | Bad {
  if (!Array.isArray(json)) return new Bad(pointer, 'list');
  const isDropping = shape.bad === 'drop';
  const max = shape.max ?? Number.POSITIVE_INFINITY;
  if (json.length > max && !isDropping) return new Bad(pointer, `list of at most ${max}`);
  const items: Value[] = [];
  for (let index = 0; index < json.length; index++) {
    const place = `${pointer}/${index}`;
    const item =
      items.length < max
        ? readShape(json[index], shape.items, place, reading)
        : new Bad(place, `list of at most ${max}`);
    if (!(item instanceof Bad)) items.push(item);
    else if (!isDropping) return item;
    else drop(reading, item);
    if (items.length === max && reading.drops.length === MAX_DROPS) break;
  }
  return items;
}

function readMap(
  json: unknown,
  shape: Extract<Shape, { type: 'map' }>,
  pointer: string,
  reading: Reading,
): Value | Bad {
  if (!isObject(json)) return new Bad(pointer, 'map');
  const names = Object.keys(json);
  if (names.length > (shape.max ?? names.length)) return new Bad(pointer, `map of at most ${shape.max}`);
  const map: { [name: string]: Value } = {};
  for (const name of names) {
    const raw = readOwn(json, name);
    if (raw === undefined) continue;
    const value = readShape(raw, shape.items, pointer + toPointerStep(name), reading);
    if (value instanceof Bad) return value;
    map[name] = value;
  }
  return map;
}

function readScalar(json: unknown, shape: ScalarShape, pointer: string, reading: Reading): Value | Bad {
  const value = shape.read === undefined || reading.isStored ? json : READERS[shape.read](json);
  if (!TYPES[shape.type](value)) return new Bad(pointer, expectation(shape));
  if (typeof value === 'string' && value.length > (shape.max ?? value.length)) {
    return new Bad(pointer, `text of at most ${shape.max}`);
  }
  // The predicate has checked that the value is a text, a number or a boolean.
  return value as Value;
}

/** Converters by `read`. A value that cannot be converted becomes undefined, which fits no type. */
const READERS: { readonly [reader in NonNullable<ScalarShape['read']>]: (json: unknown) => unknown } = {
  text: toScalarText,
  integer: (json) => toWhole(json),
  number: (json) => (typeof json === 'string' ? parseNumber(json) : toNumber(json)),
  flag: (json) => {
    const text = toScalarText(json);
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : undefined;
  },
  minor: (json) => toWhole(json),
  url: (json) => json,
  date: (json) => json,
};

function parseNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  // Beyond 2^53 the number would be rounded. Outside texts, the parser already rejects such numbers.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? undefined : value;
}

function toWhole(json: unknown): number | undefined {
  return typeof json === 'string' && /^-?\d{1,16}$/.test(json) ? Number(json) : toNumber(json);
}

function toNumber(json: unknown): number | undefined {
  return typeof json === 'number' ? json : undefined;
}

const TYPES: { readonly [type in ScalarShape['type']]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  url: (value) => typeof value === 'string' && isUrl(value),
  integer: Number.isSafeInteger,
  money: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
};

function expectation(shape: Shape): string {
  return shape.type === 'money' ? 'whole minor units' : shape.type;
}

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
