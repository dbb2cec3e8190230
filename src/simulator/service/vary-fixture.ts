import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { RecordShape, Shape } from '#renderer/plan/plan.ts';
import { isRecord } from '#src/shared/contract.ts';
import type { Payload } from '../scenarios/payload.ts';

/** How a scenario varies the fixtures of endpoints for which it has no reply. */
export type OtherReplies = 'long-texts' | 'required-only';

/** Wider than a phone, in any language. */
const LONG = 140;

/**
 * A fixture with long texts, or with only the members that its contract requires.
 * @param shape - Of the contract's reply.
 * @param at - JSON Pointer of the reply's data in the response; the pointers of `shape` include it.
 */
export function varyFixture(fixture: Payload, shape: Shape, at: string, how: OtherReplies): Payload {
  if (shape.type !== 'record') return fixture;
  const members = shape.members.map((member) => ({ ...member, wire: member.wire.slice(at.length) }));
  const change = how === 'long-texts' ? lengthen : requireOnly;
  const varied = change(fixture, { type: 'record', members });
  return isRecord(varied) ? varied : fixture;
}

type Change = (value: unknown, shape: Shape) => unknown;

function lengthen(value: unknown, shape: Shape): unknown {
  switch (shape.type) {
    case 'text':
      return typeof value === 'string' && shape.known === undefined ? lengthenText(value, shape.max) : value;
    case 'record':
      return changeMembers(value, shape.members, lengthen);
    case 'list':
    case 'map':
      return changeItems(value, shape.items, lengthen);
    default:
      return value;
  }
}

function requireOnly(value: unknown, shape: Shape): unknown {
  switch (shape.type) {
    case 'record': {
      const required = shape.members.filter(isRequired);
      // A required member may be read from inside an optional one.
      const isFree = ({ wire }: RecordShape['members'][number]) =>
        !required.some((one) => `${one.wire}/`.startsWith(`${wire}/`));
      const left = shape.members
        .filter((member) => !isRequired(member) && isFree(member))
        .reduce((rest, { wire }) => changeAt(rest, splitPointer(wire), () => undefined), value);
      return changeMembers(left, required, requireOnly);
    }
    case 'list':
    case 'map':
      return changeItems(value, shape.items, requireOnly);
    default:
      return value;
  }
}

function isRequired({ required }: RecordShape['members'][number]): boolean {
  return required === true;
}

function changeMembers(value: unknown, members: RecordShape['members'], change: Change): unknown {
  return members.reduce(
    (changed, { wire, shape }) => changeAt(changed, splitPointer(wire), (inner) => change(inner, shape)),
    value,
  );
}

function changeItems(value: unknown, items: Shape, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => change(item, items));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, items)]));
}

/** Changes the value at a path, if there is one. A member that becomes undefined is removed. */
function changeAt(value: unknown, steps: readonly string[], change: (inner: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === step ? changeAt(item, rest, change) : item));
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  const { [step]: before, ...others } = value;
  const after = changeAt(before, rest, change);
  return after === undefined ? others : { ...value, [step]: after };
}

/** Lengthens several words and single capitalised words. Codes, dates, numbers and addresses stay as they are. */
function lengthenText(text: string, longest = Number.POSITIVE_INFINITY): string {
  const isWords = /\p{L}\S*\s+\S/u.test(text) || /^\p{Lu}[\p{Ll}\p{M}]+$/u.test(text);
  if (!isWords) return text;
  let long = text;
  while (long.length < LONG && long.length + 1 + text.length <= longest) long += ` ${text}`;
  return long;
}
