import type { Value } from '#renderer/plan/expression.ts';
import type { ScalarShape } from '#renderer/plan/plan.ts';
import { toScalarText } from '#renderer/plan/pointer.ts';
import { readParameter, readReply } from '#renderer/plan/read-reply.ts';
import { type Money, readAmount, sayAmount, sayDay } from '../conditions/say.ts';
import { type DataRow, readMember } from './rows.ts';

/** Formats a value for display: `₱3,412.50`, `24 December 2026`, `yes`. */
export function sayDatum(value: Value, type: string, money: Money): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return type === 'money' ? sayAmount(value, money) : String(value);
  if (typeof value === 'string') return type === 'date' ? sayDay(value) : value;
  return Array.isArray(value) ? countEntries(value.length) : 'a record';
}

export function countEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/** The text of a value in its input. */
export function writeTypedDatum(value: Value | undefined, { type }: ScalarShape, money: Money): string {
  if (value === undefined) return '';
  return type === 'money' && typeof value === 'number' ? sayAmount(value, money) : String(value);
}

/** `raw`: the value as the service would send it, or as it is in the address. `fault`: why the contract refuses it. */
export type ReadTyped = { readonly raw: unknown } | { readonly fault: string };

/** Reads a typed value of a reply. */
export function readTypedDatum(
  text: string,
  { raw, member }: Pick<DataRow, 'raw' | 'member'>,
  shape: ScalarShape,
  money: Money,
): ReadTyped {
  const sent = toWire(text, raw, shape, money);
  if (sent === undefined) return { fault: expects(shape, money) };
  if (member === undefined)
    return readReply(sent, shape).ok ? { raw: sent } : { fault: expects(shape, money) };
  if (readMember(member, sent) !== undefined) return { raw: sent };
  const isAbsence = member.absent?.includes(toScalarText(sent) ?? '') === true;
  if (!isAbsence) return { fault: expects(shape, money) };
  const means = text === '' ? 'An empty text means' : `“${text}” means`;
  return { fault: `${means} that it is not there.${isOptional(member) ? ' Use Remove instead.' : ''}` };
}

/** Reads a typed parameter of the address. */
export function readTypedParam(text: string, shape: ScalarShape, money: Money): ReadTyped {
  const sent = toWire(text, '', { ...shape, read: 'text' }, money);
  const isRead = sent !== undefined && readParameter(String(sent), shape).ok;
  return isRead ? { raw: String(sent) } : { fault: expects(shape, money) };
}

/** Whether a reply may lack a member. */
export function isOptional({ required, default: fallback }: NonNullable<DataRow['member']>): boolean {
  return required !== true || fallback !== undefined;
}

function toWire(text: string, raw: unknown, { type, read }: ScalarShape, money: Money): unknown {
  const isText = typeof raw === 'string' && read !== undefined;
  const numeric = (value: number | undefined) => (isText && value !== undefined ? String(value) : value);
  switch (type) {
    case 'money':
      return numeric(readAmount(text, money));
    case 'integer':
      return /^-?\d{1,15}$/.test(text.trim()) ? numeric(Number(text)) : undefined;
    case 'number':
      return /^-?\d{1,15}(\.\d+)?$/.test(text.trim()) ? numeric(Number(text)) : undefined;
    case 'boolean':
      return toFlag(text === 'true', raw);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
    case 'text':
    case 'url':
      return text;
  }
}

/** A boolean in the notation of the former value: `1`, `"1"`, `"true"` or `true`. */
function toFlag(isTrue: boolean, raw: unknown): unknown {
  if (typeof raw === 'number') return isTrue ? 1 : 0;
  if (typeof raw !== 'string') return isTrue;
  return raw === 'true' || raw === 'false' ? String(isTrue) : isTrue ? '1' : '0';
}

function expects({ type, max }: ScalarShape, money: Money): string {
  switch (type) {
    case 'money':
      return `Type an amount, such as ${money.sign}10,000.`;
    case 'integer':
      return 'Type a whole number.';
    case 'number':
      return 'Type a number.';
    case 'date':
      return 'Choose a day.';
    case 'boolean':
      return 'Choose yes or no.';
    case 'url':
      return 'Type a whole address, such as https://example.com/picture.png.';
    case 'text':
      return max === undefined ? 'Type a text.' : `Type at most ${max} characters.`;
  }
}
