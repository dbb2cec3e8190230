import type { Type } from '../type.ts';

export function isWords(type: Type): boolean {
  return type.kind === 'text' && type.isWords === true;
}

/** The name of a type in messages: `Money`, `list of Record (catalogue#shelves[])`. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'Boolean';
    case 'text':
      return type.isWords === true ? 'Words' : 'Text';
    case 'number':
      return 'Number';
    case 'integer':
      return 'Integer';
    case 'money':
      return 'Money';
    case 'date':
      return 'Date';
    case 'url':
      return 'Url';
    case 'any':
      return 'anything';
    case 'list':
      return `list of ${typeName(type.items)}`;
    case 'map':
      return `map of ${typeName(type.items)}`;
    case 'record':
      return type.origin === undefined ? 'Record' : `Record (${type.origin})`;
  }
}

/**
 * Whether a value of type `from` can be used where `to` is declared. Integer is a Number and Url a Text, but
 * not the reverse. `known` values are open, so any Text is accepted. A record must have every member that
 * `to` requires and none that `to` does not know.
 */
export function isAssignable(from: Type, to: Type): boolean {
  if (to.kind === 'any' || from.kind === 'any') return true;
  if (to.kind === 'record') {
    if (from.kind !== 'record') return false;
    if (from.origin !== undefined && from.origin === to.origin) return true;
    for (const name of from.members.keys()) if (!to.members.has(name)) return false;
    for (const [name, wanted] of to.members) {
      const given = from.members.get(name);
      if (given === undefined) {
        if (!wanted.absent) return false;
      } else if ((given.absent && !wanted.absent) || !isAssignable(given.type, wanted.type)) return false;
    }
    return true;
  }
  if (to.kind === 'list') return from.kind === 'list' && isAssignable(from.items, to.items);
  if (to.kind === 'map') {
    if (from.kind === 'map') return isAssignable(from.items, to.items);
    if (from.kind !== 'record') return false;
    for (const member of from.members.values()) if (!isAssignable(member.type, to.items)) return false;
    return true;
  }
  if (from.kind === 'integer') return to.kind === 'integer' || to.kind === 'number';
  if (from.kind === 'url') return to.kind === 'url' || to.kind === 'text';
  return from.kind === to.kind;
}

/** Whether `==` can compare values of these types: they have the same static type; Integer and Number count as one. */
export function isComparable(left: Type, right: Type): boolean {
  if (left.kind === 'any' || right.kind === 'any') return true;
  if (isNumeric(left)) return isNumeric(right);
  if (left.kind === 'list') return right.kind === 'list' && isComparable(left.items, right.items);
  if (left.kind === 'map') return right.kind === 'map' && isComparable(left.items, right.items);
  if (left.kind === 'record') {
    if (right.kind !== 'record') return false;
    if (left.origin !== undefined && left.origin === right.origin) return true;
    if (left.members.size !== right.members.size) return false;
    for (const [name, member] of left.members) {
      const other = right.members.get(name);
      if (other === undefined || !isComparable(member.type, other.type)) return false;
    }
    return true;
  }
  return left.kind === right.kind;
}

export function isNumeric(type: Type): boolean {
  return type.kind === 'integer' || type.kind === 'number';
}

/** One type for the values of two types, as items of a list or entries of a `choose`; `undefined` if there is none. */
export function joinTypes(left: Type, right: Type): Type | undefined {
  if (left.kind === 'any') return right;
  if (right.kind === 'any') return left;
  if (left.kind === 'text' && right.kind === 'text') return joinTexts(left.known, right.known);
  if (left.kind === 'list' && right.kind === 'list') {
    const items = joinTypes(left.items, right.items);
    if (items === undefined) return undefined;
    if (left.max === undefined || right.max === undefined) return { kind: 'list', items };
    return { kind: 'list', items, max: Math.max(left.max, right.max) };
  }
  if (left.kind === 'record' && right.kind === 'record' && !isSameRecord(left, right)) {
    return isComparable(left, right) ? joinRecords(left, right) : undefined;
  }
  if (!isComparable(left, right)) return undefined;
  return left.kind === 'integer' ? right : left;
}

type RecordType = Extract<Type, { kind: 'record' }>;

function isSameRecord(left: RecordType, right: RecordType): boolean {
  return left === right || (left.origin !== undefined && left.origin === right.origin);
}

function joinRecords(left: RecordType, right: RecordType): Type | undefined {
  const members = new Map<string, { type: Type; absent: boolean }>();
  for (const [name, member] of left.members) {
    const other = right.members.get(name);
    const type = other && joinTypes(member.type, other.type);
    if (other === undefined || type === undefined) return undefined;
    members.set(name, { type, absent: member.absent || other.absent });
  }
  return { kind: 'record', members };
}

function joinTexts(left: readonly string[] | undefined, right: readonly string[] | undefined): Type {
  if (left === undefined || right === undefined) return { kind: 'text' };
  return { kind: 'text', known: [...new Set([...left, ...right])] };
}
