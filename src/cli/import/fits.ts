import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { Reading } from './walk.ts';
import { and, type Condition, FALSE, implies, not, or, type Scalar, TRUE } from './condition.ts';
import { exclusiveOf, isWellFormed, KEYWORDS, MALFORMED } from './keywords.ts';
import type { Slot } from './slot.ts';
import { joinPointer, listIn, textsIn } from './source.ts';

/**
 * Whether the value of a slot matches a schema, as a condition. The caller must first check that the slot has a value.
 */
export function fits(reading: Reading, slot: Slot, pointer: string): Condition {
  return read(reading, slot, pointer, new Set());
}

function read(reading: Reading, slot: Slot, pointer: string, around: ReadonlySet<string>): Condition {
  const schema = reading.references.schemaAt(pointer);
  if (schema === false) return FALSE;
  if (!isJson(schema)) return TRUE;
  if (around.has(pointer)) return unsayable('It refers to a schema that contains it.');
  const inside = new Set([...around, pointer]);
  return and(
    ...Object.keys(schema).map((keyword) => {
      const at = joinPointer(pointer, keyword);
      if (KEYWORDS[keyword] === undefined) return TRUE;
      reading.report.meet(at, keyword);
      if (!isWellFormed(keyword, schema)) {
        reading.report.refuse(at, keyword, MALFORMED);
        return TRUE;
      }
      return readKeyword({ reading, slot, schema, pointer, inside }, keyword, at);
    }),
  );
}

interface Place {
  readonly reading: Reading;
  readonly slot: Slot;
  readonly schema: Json;
  readonly pointer: string;
  readonly inside: ReadonlySet<string>;
}

function readKeyword(place: Place, keyword: string, at: string): Condition {
  const { slot, schema } = place;
  const value = schema[keyword];
  switch (exclusiveOf(keyword, schema)) {
    case 'const':
      return equals(slot, value);
    case 'enum':
      return or(...listIn(value).map((one) => equals(slot, one)));
    case 'type':
      return { op: 'type', slot, types: new Set(typeof value === 'string' ? [value] : textsIn(value)) };
    case 'minimum':
      return bound(slot, '>=', value);
    case 'maximum':
      return bound(slot, '<=', value);
    case 'exclusiveMinimum':
      return bound(slot, '>', value);
    case 'exclusiveMaximum':
      return bound(slot, '<', value);
    case 'minLength':
      // An empty text is an empty field.
      return value === 0 || value === 1
        ? TRUE
        : unsayable('The import writes no condition on the length of a text.');
    case 'maxLength':
      return unsayable('The import writes no condition on the length of a text.');
    case 'pattern':
      return unsayable('An expression cannot match a pattern.');
    case 'format':
      return unsayable('An expression cannot tell the format of a text.');
    case 'multipleOf':
      return unsayable('An expression has no remainder of a division.');
    case 'minItems':
      return size(slot, '>=', value);
    case 'maxItems':
      return size(slot, '<=', value);
    case 'uniqueItems':
      return value === true ? { op: 'unique', slot } : TRUE;
    case 'minProperties':
      return typeof value === 'number' ? ifObject(slot, { op: 'count', slot, by: '>=', to: value }) : TRUE;
    case 'maxProperties':
      return typeof value === 'number' ? ifObject(slot, { op: 'count', slot, by: '<=', to: value }) : TRUE;
    default:
      return readApplicator(place, keyword, at);
  }
}

function readApplicator(place: Place, keyword: string, at: string): Condition {
  const { reading, slot, schema, inside, pointer } = place;
  const value = schema[keyword];
  const each = () => listIn(value).map((_, index) => read(reading, slot, joinPointer(at, index), inside));
  switch (keyword) {
    case '$ref': {
      const target = reading.references.resolve(value, at);
      return 'problem' in target ? unsayable(target.problem) : read(reading, slot, target.pointer, inside);
    }
    case 'allOf':
      return and(...each());
    case 'anyOf':
      return or(...each());
    case 'oneOf':
      return exactlyOne(each());
    case 'not':
      return not(read(reading, slot, at, inside));
    case 'if': {
      const condition = read(reading, slot, at, inside);
      const branch = (name: string) =>
        schema[name] === undefined ? TRUE : read(reading, slot, joinPointer(pointer, name), inside);
      return and(implies(condition, branch('then')), or(condition, branch('else')));
    }
    case 'required':
      return ifObject(slot, and(...textsIn(value).map((name) => has(slot.member(name)))));
    case 'properties':
      return ifObject(
        slot,
        and(
          ...Object.keys(isJson(value) ? value : {}).map((name) => {
            const member = slot.member(name);
            return implies(has(member), read(reading, member, joinPointer(at, name), inside));
          }),
        ),
      );
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies':
      return ifObject(
        slot,
        and(...Object.keys(isJson(value) ? value : {}).map(dependent(place, at, value as Json))),
      );
    case 'additionalProperties': {
      if (value !== false)
        return value === true ? TRUE : unsayable('A form asks for members by their names.');
      const names = new Set(Object.keys(isJson(schema['properties']) ? schema['properties'] : {}));
      return ifObject(slot, { op: 'only', slot, names });
    }
    case 'items':
      if (Array.isArray(value)) return unsayable('Places of a list cannot differ from each other.');
      return ifList(slot, { op: 'items', slot, least: 'all', of: read(reading, slot.item(), at, inside) });
    case 'contains': {
      const { minContains = 1, maxContains } = schema;
      const of = read(reading, slot.item(), at, inside);
      const least = typeof minContains === 'number' ? minContains : 1;
      const most: Condition =
        typeof maxContains === 'number' ? not({ op: 'items', slot, least: maxContains + 1, of }) : TRUE;
      return ifList(slot, and({ op: 'items', slot, least, of }, most));
    }
    default:
      return KEYWORDS[keyword] === 'refused' && keyword !== 'examples'
        ? unsayable(`An expression cannot say "${keyword}".`)
        : TRUE;
  }
}

function dependent({ reading, slot, inside }: Place, at: string, all: Json): (name: string) => Condition {
  return (name) => {
    const needed = all[name];
    const place = joinPointer(at, name);
    const then = Array.isArray(needed)
      ? and(...textsIn(needed).map((other) => has(slot.member(other))))
      : read(reading, slot, place, inside);
    return implies(has(slot.member(name)), then);
  };
}

export function exactlyOne(parts: readonly Condition[]): Condition {
  return or(
    ...parts.map((part, index) => and(part, ...parts.filter((_, other) => other !== index).map(not))),
  );
}

export function has(slot: Slot): Condition {
  return { op: 'has', slot };
}

export function equals(slot: Slot, value: unknown): Condition {
  if (value === null) return FALSE;
  if (Array.isArray(value) || isJson(value))
    return unsayable('An expression cannot hold a record or a list.');
  return { op: 'equals', slot, value: value as Scalar };
}

function bound(slot: Slot, by: '<' | '<=' | '>' | '>=', to: unknown): Condition {
  if (typeof to !== 'number') return TRUE;
  return or(not(isOf(slot, 'number', 'integer')), { op: 'compare', slot, by, to });
}

function size(slot: Slot, by: '<=' | '>=', to: unknown): Condition {
  return typeof to === 'number' ? ifList(slot, { op: 'size', slot, by, to }) : TRUE;
}

function ifObject(slot: Slot, condition: Condition): Condition {
  return or(not(isOf(slot, 'object')), condition);
}

function ifList(slot: Slot, condition: Condition): Condition {
  return or(not(isOf(slot, 'array')), condition);
}

export function isOf(slot: Slot, ...types: readonly string[]): Condition {
  return { op: 'type', slot, types: new Set(types) };
}

function unsayable(reason: string): Condition {
  return { op: 'unsayable', reason };
}
