import type { Value } from '../plan/expression.ts';
import type { ProblemCode } from './codes.ts';
import { isDay } from './expression/index.ts';
import { isJson, type Json } from './json.ts';
import { joinPointer } from './pointer.ts';
import { didYouMean } from './nearest.ts';
import type { Type } from './type.ts';

/** Reads a constant of a declaration (`default`, `initial`) and reports it if it does not fit the type. */
export function readConstant(
  declaration: Json,
  property: 'default' | 'initial',
  type: Type,
  pointer: string,
  reader: { report(code: ProblemCode, pointer: string, message: string, help?: string): void },
): Value | undefined {
  const constant = declaration[property];
  if (constant === undefined) return undefined;
  const misfit = findMisfit(constant, type, '');
  const computed = misfit === undefined ? findComputed(constant, '') : undefined;
  if (misfit !== undefined) {
    reader.report(
      'type/constant',
      `${pointer}/${property}${misfit.pointer}`,
      `This is not a ${misfit.expected}, so it is not a value of the declared type.`,
      `write a ${misfit.expected}, or leave out "${property}"`,
    );
  } else if (computed !== undefined) {
    reader.report(
      'text/not-computed',
      `${pointer}/${property}${computed}`,
      'This property takes a constant: "${" is not evaluated, and is shown as it is.',
      'write the words themselves; the action "set" writes a computed value to state',
    );
  }
  const isUnlisted =
    property === 'initial' &&
    type.kind === 'text' &&
    typeof constant === 'string' &&
    constant !== '' &&
    type.known?.includes(constant) === false;
  if (isUnlisted && computed === undefined) {
    reader.report(
      'expression/unlisted-value',
      `${pointer}/${property}`,
      `The contract does not list "${constant}".`,
      didYouMean(constant, type.known ?? []) ?? 'write an initial value that is listed',
    );
  }
  // A constant of the wrong type is already reported.
  return constant as Value;
}

/** Pointer of a `${` in a constant, if there is one. */
function findComputed(constant: unknown, pointer: string): string | undefined {
  if (typeof constant === 'string') return constant.includes('${') ? pointer : undefined;
  if (typeof constant !== 'object' || constant === null) return undefined;
  for (const [name, item] of Object.entries(constant)) {
    const found = findComputed(item, joinPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A day, or a day with a time in the format of the services. */
function isMoment(text: string): boolean {
  return isDay(text.slice(0, 10)) && /^(?: ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.test(text.slice(10));
}

/** Pointer and expected type of the first value that does not fit the type. */
function findMisfit(
  constant: unknown,
  type: Type,
  pointer: string,
): { pointer: string; expected: string } | undefined {
  const misfit = { pointer, expected: type.kind };
  switch (type.kind) {
    case 'boolean':
      return typeof constant === 'boolean' ? undefined : misfit;
    case 'number':
      return typeof constant === 'number' ? undefined : misfit;
    case 'integer':
    case 'money':
      return Number.isSafeInteger(constant) ? undefined : misfit;
    case 'date':
      return typeof constant === 'string' && isMoment(constant)
        ? undefined
        : { ...misfit, expected: 'date that the calendar has' };
    case 'text':
    case 'url':
      return typeof constant === 'string' ? undefined : misfit;
    case 'any':
      return undefined;
    case 'list':
      if (!Array.isArray(constant)) return misfit;
      return firstMisfit(
        constant.map((item: unknown, index) => [joinPointer(pointer, index), item, type.items]),
      );
    case 'map':
      if (!isJson(constant)) return misfit;
      return firstMisfit(
        Object.entries(constant).map(([name, item]) => [joinPointer(pointer, name), item, type.items]),
      );
    case 'record': {
      if (!isJson(constant)) return misfit;
      for (const [name, member] of type.members) {
        if (!member.absent && !Object.hasOwn(constant, name)) {
          return { pointer, expected: `record with "${name}"` };
        }
      }
      for (const name of Object.keys(constant)) {
        if (!type.members.has(name)) {
          return { pointer: joinPointer(pointer, name), expected: 'member of the record' };
        }
      }
      return firstMisfit(
        [...type.members]
          .filter(([name]) => Object.hasOwn(constant, name))
          .map(([name, member]) => [joinPointer(pointer, name), constant[name], member.type]),
      );
    }
  }
}

function firstMisfit(parts: [pointer: string, constant: unknown, type: Type][]) {
  for (const [pointer, constant, type] of parts) {
    const misfit = findMisfit(constant, type, pointer);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}
