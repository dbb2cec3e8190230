import { didYouMean } from '../nearest.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import type { Member, StringProblem, Type, TypeContext } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import { checkChoose, isChoose } from './choose.ts';
import { withName } from './context.ts';
import { checkSource, toTyped } from './compile-expression.ts';
import { checkTemplate } from './compile-template.ts';
import type { CompiledValue, Located, SlotExpectation, ValueOptions } from './expectation.ts';
import { freeName, renameRoot, rootsOf } from './lowered.ts';
import { checkNewName, isForbiddenName } from './names.ts';
import { error } from './tokens.ts';
import { typeName } from './types.ts';

/**
 * Checks and lowers a value: a JSON literal, a string with `${…}` or `{ "choose": […] }`; for `any` and
 * `record` also records and lists of values. Returns all problems at once, each with the pointer of its
 * string.
 */
export function compileValue(
  value: unknown,
  slot: SlotExpectation,
  context: TypeContext,
  options: ValueOptions = {},
): CompiledValue {
  const problems: Located<StringProblem>[] = [];
  const at = options.at ?? '';
  const checked = checkValue(value, slot, context, at, problems);
  if (checked !== undefined && options.required === true) refuseAbsence(checked, at, problems);
  return checked === undefined || problems.some((problem) => problem.severity === 'error')
    ? { problems }
    : { typed: toTyped(checked), problems };
}

/** Checks one value at a pointer. Members of a record and items of a list are values too. */
export function checkValue(
  value: unknown,
  slot: SlotExpectation,
  context: TypeContext,
  at: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  if (typeof value === 'string') {
    const { checked, problems: found } = checkTemplate(value, context, slot);
    for (const problem of found) problems.push({ ...problem, pointer: at });
    return checked;
  }
  if (isChoose(value)) {
    const meant = withMeaning(slot, value.context);
    if (meant === undefined) {
      return refuse(problems, `${at}/context`, 'Only a text that is translated has a "context".');
    }
    return checkChoose(value.choose, context, at, problems, (entry, inner, pointer) =>
      checkValue(entry, meant, inner, pointer, problems),
    );
  }
  if (typeof value === 'number' || typeof value === 'boolean') return checkScalar(value, slot, at, problems);
  if (slot.slot === 'any' && Array.isArray(value))
    return checkList(value, slot.expected, context, at, problems);
  if ((slot.slot === 'any' || slot.slot === 'record') && isRecord(value)) {
    return checkRecord(value, slot.expected, context, at, problems);
  }
  const help = value === null ? 'null is not allowed: leave the property out' : undefined;
  return refuse(problems, at, `${wantedBy(slot)} is expected here; this is ${jsonName(value)}.`, help);
}

/** The slot with the `context` of a `choose`. Undefined if the slot has no texts to translate. */
function withMeaning(slot: SlotExpectation, meaning: unknown): SlotExpectation | undefined {
  if (meaning === undefined) return slot;
  const isForPeople = slot.slot === 'text' || slot.slot === 'display';
  return isForPeople && typeof meaning === 'string' ? { ...slot, meaning } : undefined;
}

/** Reports a required value that may be absent: it needs a `choose` with an entry that is always present. */
export function refuseAbsence(checked: Checked, at: string, problems: Located<StringProblem>[]): void {
  const [absence] = checked.absences;
  if (absence === undefined) return;
  const message =
    absence.path === ''
      ? 'Each entry of this "choose" may be absent, but a value is required here.'
      : `"${absence.path}" may be absent, but a value is required here.`;
  const help = 'write { "choose": ["${…}", …] } with a last entry that is always present';
  problems.push({ ...error('value/absent', absence.at, absence.length, message, help), pointer: at });
}

function refuse(
  problems: Located<StringProblem>[],
  pointer: string,
  message: string,
  help?: string,
  code = 'value/type',
): undefined {
  problems.push({ ...error(code, 0, 0, message, help), pointer });
  return undefined;
}

function checkScalar(
  value: number | boolean,
  slot: SlotExpectation,
  at: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  const kind = typeof value === 'boolean' ? 'boolean' : Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return refuse(problems, at, `${value} is outside ±(2^53−1).`, undefined, 'expression/number-range');
  }
  const wanted = slot.slot === 'any' ? (slot.expected?.kind ?? 'any') : slot.slot;
  // 0 is the same in every unit, so it is the only amount that a definition can contain.
  const isFitting =
    wanted === kind ||
    wanted === 'any' ||
    (kind === 'integer' && wanted === 'number') ||
    (wanted === 'money' && value === 0);
  if (isFitting) return compose({ kind: wanted === 'money' ? 'money' : kind }, value);
  const help = wanted === 'money' ? 'an amount of money is never a literal: read it by ${…}' : undefined;
  return refuse(problems, at, `${wantedBy(slot)} is expected here; this is ${typeName({ kind })}.`, help);
}

function checkList(
  value: readonly unknown[],
  expected: Type | undefined,
  context: TypeContext,
  at: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  if (expected !== undefined && expected.kind !== 'list' && expected.kind !== 'any') {
    return refuse(problems, at, `${typeName(expected)} is expected here; this is a list.`);
  }
  const slot: SlotExpectation =
    expected?.kind === 'list' ? { slot: 'any', expected: expected.items } : { slot: 'any' };
  const items: Checked[] = [];
  for (const [index, entry] of value.entries()) {
    const pointer = `${at}/${index}`;
    if (isEach(entry)) {
      const several = checkEach(entry, slot, context, pointer, problems);
      if (several !== undefined) items.push(several);
      continue;
    }
    const item = checkValue(entry, slot, context, pointer, problems);
    if (item === undefined) continue;
    refuseAbsence(item, pointer, problems);
    items.push(item);
  }
  if (items.length < value.length) return undefined;
  const type: Type = expected?.kind === 'list' ? expected.items : commonType(items);
  const lowered: Expression = ['list', ...items.map((item) => item.lowered)];
  const max = value.some(isEach) ? {} : { max: items.length };
  return { ...compose({ kind: 'list', items: type, ...max }, lowered, items), absences: [] };
}

interface EachValue {
  readonly each: string;
  readonly as: string;
  readonly value: unknown;
}

/** Whether a list entry is `{ "each", "as", "value" }`: one value for each item of another list. */
function isEach(entry: unknown): entry is EachValue {
  return (
    isRecord(entry) &&
    typeof entry['each'] === 'string' &&
    typeof entry['as'] === 'string' &&
    entry['value'] !== undefined &&
    Object.keys(entry).length === 3
  );
}

/**
 * Checks a list entry with `each`. The result has the type of one value. Absent values are left out of the
 * list.
 */
function checkEach(
  { each, as, value }: EachValue,
  slot: SlotExpectation,
  context: TypeContext,
  at: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  const expected: Type = { kind: 'list', items: { kind: 'any' } };
  const { checked: list, problems: found } = checkSource(each, context, { expected });
  for (const problem of found) problems.push({ ...problem, pointer: `${at}/each` });
  const taken = checkNewName(as, context.names());
  if (taken !== undefined) refuse(problems, `${at}/as`, `"${as}" ${taken}.`, undefined, 'name/taken');
  if (list === undefined || taken !== undefined) return undefined;
  const items: Type = list.type.kind === 'list' ? list.type.items : { kind: 'any' };
  // As in macros: the item has a name that no path can have until the value is lowered.
  const hidden = `${as}\0`;
  const inner = withName(context, as, { type: items, absent: false, lowered: ['get', hidden] });
  const body = checkValue(value, slot, inner, `${at}/value`, problems);
  if (body === undefined) return undefined;
  const name = freeName(as, rootsOf(body.lowered));
  const lowered: Expression = ['each', list.lowered, name, renameRoot(body.lowered, hidden, name)];
  return compose(body.type, lowered, [list]);
}

/** A list of mixed values has item type `any`: expressions can only pass it on. */
function commonType(items: readonly Checked[]): Type {
  const [first, ...rest] = items.map((item) => item.type);
  return rest.reduce<Type>(
    (type, item) => (typeName(type) === typeName(item) ? type : { kind: 'any' }),
    first ?? { kind: 'any' },
  );
}

function checkRecord(
  value: { readonly [name: string]: unknown },
  expected: Type | undefined,
  context: TypeContext,
  at: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  if (expected !== undefined && !['record', 'map', 'any'].includes(expected.kind)) {
    return refuse(problems, at, `${typeName(expected)} is expected here; this is a record.`);
  }
  const members = new Map<string, Member>();
  const lowered: [string, Expression][] = [];
  const parts: Checked[] = [];
  let isComplete = true;
  for (const [name, entry] of Object.entries(value)) {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const wanted = wantedMember(name, expected, pointer, problems);
    const member = wanted && checkValue(entry, wanted.slot, context, pointer, problems);
    if (member === undefined) {
      isComplete = false;
      continue;
    }
    if (wanted?.required === true) refuseAbsence(member, pointer, problems);
    members.set(name, { type: member.type, absent: member.absences.length > 0 });
    lowered.push([name, member.lowered]);
    parts.push(member);
  }
  if (expected?.kind === 'record') {
    for (const [name, member] of expected.members) {
      if (member.absent || Object.hasOwn(value, name)) continue;
      refuse(problems, at, `This record requires "${name}".`, undefined, 'value/missing-member');
    }
  }
  if (!isComplete) return undefined;
  const type: Type =
    expected === undefined || expected.kind === 'any' ? { kind: 'record', members } : expected;
  return { ...compose(type, ['record', Object.fromEntries(lowered)], parts), absences: [] };
}

interface WantedMember {
  readonly slot: SlotExpectation;
  readonly required: boolean;
}

function wantedMember(
  name: string,
  expected: Type | undefined,
  pointer: string,
  problems: Located<StringProblem>[],
): WantedMember | undefined {
  if (isForbiddenName(name)) {
    return refuse(
      problems,
      pointer,
      `"${name}" is not allowed as a name.`,
      undefined,
      'expression/forbidden-name',
    );
  }
  if (expected?.kind === 'map') return { slot: { slot: 'any', expected: expected.items }, required: false };
  if (expected?.kind !== 'record') return { slot: { slot: 'any' }, required: false };
  const member = expected.members.get(name);
  if (member !== undefined) return { slot: { slot: 'any', expected: member.type }, required: !member.absent };
  const near = didYouMean(name, expected.members.keys());
  const message = `This record has no member "${name}".`;
  return refuse(problems, pointer, message, near, 'value/unknown-member');
}

function wantedBy(slot: SlotExpectation): string {
  switch (slot.slot) {
    case 'any':
      return slot.expected === undefined ? 'A value' : typeName(slot.expected);
    case 'record':
      return slot.expected === undefined ? 'Record' : typeName(slot.expected);
    case 'word':
      return 'A word';
    case 'text':
    case 'plain':
    case 'display':
      return 'Text';
    case 'image':
      return 'Url';
    default:
      return typeName({ kind: slot.slot });
  }
}

function jsonName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'a list' : 'a record';
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
