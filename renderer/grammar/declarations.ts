import type { MemberShape, ScalarShape, Shape } from '../plan/plan.ts';
import type { ProblemCode } from './codes.ts';
import { readConstant } from './constants.ts';
import { isJson, type Json } from './json.ts';
import { joinPointer } from './pointer.ts';
import type { Member, Type } from './type.ts';

/** A declared type: for the checker (`type`) and for the page (`shape`). */
export interface Declared {
  readonly type: Type;
  readonly shape: Shape;
}

export interface DeclarationReader {
  /** Returns the type at a path of a contract. Undefined if there is none, which is reported. */
  like(reference: string, pointer: string): Declared | undefined;
  report(code: ProblemCode, pointer: string, message: string, help?: string): void;
}

/** The texts of a list; empty if it is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The scalars of a list, as texts. */
export function scalarsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => typeof item !== 'object').map(String);
}

const READ_TYPES = {
  text: ['text'],
  integer: ['integer', 'money', 'number'],
  number: ['number'],
  flag: ['boolean'],
  minor: ['money'],
  url: ['url'],
  date: ['date'],
} as const;

/**
 * Reads a type declaration.
 *
 * @param origin - Where its values come from, for messages: `order-details#recommended[]`.
 * @returns Undefined if it cannot be read. The reason is then reported here or by the schema check.
 */
export function readDeclaration(
  raw: unknown,
  pointer: string,
  reader: DeclarationReader,
  origin?: string,
): Declared | undefined {
  if (!isJson(raw)) return undefined;
  if (raw['like'] !== undefined) {
    return typeof raw['like'] === 'string' ? reader.like(raw['like'], `${pointer}/like`) : undefined;
  }
  const declared = readOwnDeclaration(raw, pointer, reader, origin);
  if (declared === undefined) return undefined;
  if (raw['public'] !== undefined && (origin === undefined || origin.endsWith(']'))) {
    const message = 'Only a member of a reply can be public; the use of other values is checked instead.';
    reader.report('type/contradiction', `${pointer}/public`, message);
    return undefined;
  }
  const isMember = origin !== undefined && !origin.endsWith(']');
  if (raw['typed'] !== undefined && !(isMember && declared.type.kind === 'text')) {
    reader.report('type/contradiction', `${pointer}/typed`, 'Only a text of a reply is typed by people.');
    return undefined;
  }
  const read = raw['read'];
  if (typeof read === 'string' && Object.hasOwn(READ_TYPES, read)) {
    const kinds: readonly string[] = READ_TYPES[read as keyof typeof READ_TYPES];
    if (!kinds.includes(declared.type.kind)) {
      reader.report(
        'type/contradiction',
        `${pointer}/read`,
        `Reading as ${read} gives ${kinds[0]}, but the declared type is ${declared.type.kind}.`,
      );
      return undefined;
    }
  }
  return declared;
}

function readOwnDeclaration(
  raw: Json,
  pointer: string,
  reader: DeclarationReader,
  origin: string | undefined,
): Declared | undefined {
  const kind = kindOf(raw);
  switch (kind) {
    case undefined:
      // The schema check reports a misspelt type.
      if (raw['type'] !== undefined || raw['read'] !== undefined) return undefined;
      reader.report('type/incomplete', pointer, 'The type is missing.', 'write "type", "read" or "like"');
      return undefined;
    case 'list':
      return readList(raw, pointer, reader, origin);
    case 'record':
      return readRecord(raw, pointer, reader, origin);
    case 'map': {
      const items = readDeclaration(raw['additionalProperties'], `${pointer}/additionalProperties`, reader);
      if (items === undefined) return undefined;
      const max = raw['maxProperties'];
      return {
        type: { kind: 'map', items: items.type },
        shape: { type: 'map', items: items.shape, ...(typeof max === 'number' ? { max } : {}) },
      };
    }
    default:
      return readScalar(raw, kind, pointer, reader);
  }
}

type ScalarKind = ScalarShape['type'];

/** The kind of a declaration, from `type` (with `items`, `properties` or `values`) or from `read`. */
function kindOf(raw: Json): ScalarKind | 'list' | 'record' | 'map' | undefined {
  switch (raw['type']) {
    case 'string':
      return raw['format'] === 'uri' ? 'url' : raw['format'] === 'date' ? 'date' : 'text';
    case 'integer':
      return raw['x-unit'] === 'minor' ? 'money' : 'integer';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return raw['additionalProperties'] !== undefined && raw['properties'] === undefined ? 'map' : 'record';
  }
  switch (raw['read']) {
    case 'text':
    case 'number':
    case 'url':
    case 'date':
      return raw['read'];
    case 'integer':
      return raw['x-unit'] === 'minor' ? 'money' : 'integer';
    case 'flag':
      return 'boolean';
    case 'minor':
      return 'money';
  }
  if (raw['items'] !== undefined) return 'list';
  if (raw['properties'] !== undefined) return 'record';
  if (raw['additionalProperties'] !== undefined) return 'map';
  return undefined;
}

function readScalar(
  raw: Json,
  kind: ScalarKind,
  pointer: string,
  reader: DeclarationReader,
): Declared | undefined {
  if (raw['x-unit'] !== undefined && kind !== 'money') {
    reader.report(
      'type/contradiction',
      `${pointer}/x-unit`,
      `"x-unit": "minor" is for an integer, not for ${kind}.`,
    );
    return undefined;
  }
  if (raw['format'] !== undefined && kind !== 'url' && kind !== 'date') {
    reader.report('type/contradiction', `${pointer}/format`, `"format" is for a string, not for ${kind}.`);
    return undefined;
  }
  const known = Array.isArray(raw['known']) ? textsIn(raw['known']) : undefined;
  if (known !== undefined && kind !== 'text') {
    reader.report('type/contradiction', `${pointer}/known`, `"known" is for a string, not for ${kind}.`);
    return undefined;
  }
  const read = raw['read'] as ScalarShape['read'];
  const max = raw['maxLength'];
  const shape: ScalarShape = {
    type: kind,
    ...(read === undefined ? {} : { read }),
    ...(known === undefined ? {} : { known }),
    ...(typeof max === 'number' ? { max } : {}),
  };
  return { type: kind === 'text' ? { kind, ...(known === undefined ? {} : { known }) } : { kind }, shape };
}

function readList(
  raw: Json,
  pointer: string,
  reader: DeclarationReader,
  origin: string | undefined,
): Declared | undefined {
  if (raw['items'] === undefined) {
    reader.report('type/incomplete', pointer, 'An array requires "items".', 'add "items" with a type');
    return undefined;
  }
  const items = readDeclaration(
    raw['items'],
    `${pointer}/items`,
    reader,
    origin === undefined ? undefined : `${origin}[]`,
  );
  if (items === undefined) return undefined;
  const max = typeof raw['maxItems'] === 'number' ? { max: raw['maxItems'] } : {};
  return {
    type: { kind: 'list', items: items.type, ...max },
    shape: {
      type: 'list',
      items: items.shape,
      ...max,
      ...(badOf(raw).includes('drop') ? { bad: 'drop' as const } : {}),
    },
  };
}

function readRecord(
  raw: Json,
  pointer: string,
  reader: DeclarationReader,
  origin: string | undefined,
): Declared | undefined {
  const properties = isJson(raw['properties']) ? raw['properties'] : {};
  const required = Array.isArray(raw['required']) ? (raw['required'] as unknown[]) : [];
  const members = new Map<string, Member>();
  const shapes: MemberShape[] = [];
  let complete = true;
  required.forEach((name, index) => {
    if (typeof name === 'string' && !Object.hasOwn(properties, name)) {
      reader.report(
        'type/required-unknown',
        `${pointer}/required/${index}`,
        `"required" has "${name}", which "properties" does not have.`,
      );
    }
  });
  for (const [name, declaration] of Object.entries(properties)) {
    const at = joinPointer(`${pointer}/properties`, name);
    const place =
      origin === undefined ? undefined : origin.endsWith('#') ? `${origin}${name}` : `${origin}.${name}`;
    const declared = readDeclaration(declaration, at, reader, place);
    if (declared === undefined || !isJson(declaration)) {
      complete = false;
      continue;
    }
    const member = readMember(name, declaration, declared, required.includes(name), at, reader);
    members.set(name, {
      type: declared.type,
      absent: !(member.required ?? member.default !== undefined),
      ...(declaration['public'] === true && { isPublic: true as const }),
      ...(declaration['typed'] === true && { isTyped: true as const }),
      ...(member.bad === 'absent' && { isLenient: true as const }),
    });
    shapes.push(member);
  }
  if (!complete) return undefined;
  return {
    type: { kind: 'record', members, ...(origin === undefined ? {} : { origin }) },
    shape: { type: 'record', members: shapes },
  };
}

function readMember(
  name: string,
  declaration: Json,
  declared: Declared,
  required: boolean,
  pointer: string,
  reader: DeclarationReader,
): MemberShape {
  const wire = typeof declaration['wire'] === 'string' ? declaration['wire'] || name : name;
  if (declaration['wire'] === '' && !/^\/reply\/properties\/[^/]+$/.test(pointer)) {
    const help = 'write the name that the service uses';
    reader.report(
      'type/contradiction',
      `${pointer}/wire`,
      'Only a member of the reply itself can be the whole answer.',
      help,
    );
  }
  const absent = scalarsIn(declaration['absent']);
  const initial = readConstant(declaration, 'default', declared.type, pointer, reader);
  const isNeeded = required && initial === undefined;
  const isLenient = checkLenient(declaration, declared.type, isNeeded, pointer, reader);
  return {
    name,
    wire: wire.startsWith('/') ? wire : `/${wire}`,
    shape: declared.shape,
    ...(required ? { required: true as const } : {}),
    ...(absent.length > 0 ? { absent } : {}),
    ...(initial === undefined ? {} : { default: initial }),
    ...(isLenient ? { bad: 'absent' as const } : {}),
  };
}

/** The words of `bad`: one word, or a list with both. */
function badOf({ bad }: Json): readonly string[] {
  return typeof bad === 'string' ? [bad] : textsIn(bad);
}

/** Whether a type is an amount or a date, or contains one. */
function holdsAmountOrDate(type: Type): boolean {
  switch (type.kind) {
    case 'money':
    case 'date':
      return true;
    case 'list':
    case 'map':
      return holdsAmountOrDate(type.items);
    case 'record':
      return [...type.members.values()].some((member) => holdsAmountOrDate(member.type));
    default:
      return false;
  }
}

/** Whether a member has `bad: absent`. Reports it if it is not allowed. */
function checkLenient(
  declaration: Json,
  type: Type,
  isNeeded: boolean,
  pointer: string,
  reader: DeclarationReader,
): boolean {
  if (!badOf(declaration).includes('absent')) return false;
  const refuse = (message: string, help: string) =>
    reader.report('type/contradiction', `${pointer}/bad`, message, help);
  if (holdsAmountOrDate(type)) {
    refuse(
      'An invalid amount or date makes the whole reply invalid, so "bad" cannot be "absent" here.',
      'remove "absent" here; the property "absent" lists the values that mean absent',
    );
  }
  if (isNeeded) {
    refuse(
      'The member is required, so a reply without it is invalid.',
      'give it a "default", or take it out of "required"',
    );
  }
  return true;
}

/** The type at a path such as `plan.items[].name`. */
export function followPath(declared: Declared, path: string): Declared | undefined {
  let { type, shape } = declared;
  for (const step of path.match(/\[\]|[^.[\]]+/g) ?? []) {
    if (step === '[]') {
      if (type.kind !== 'list' || shape.type !== 'list') return undefined;
      ({ type, shape } = { type: type.items, shape: shape.items });
    } else {
      if (type.kind !== 'record' || shape.type !== 'record') return undefined;
      const member = type.members.get(step);
      const lowered = shape.members.find((candidate) => candidate.name === step);
      if (member === undefined || lowered === undefined) return undefined;
      ({ type, shape } = { type: member.type, shape: lowered.shape });
    }
  }
  return { type, shape };
}
