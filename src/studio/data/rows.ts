import type { Value } from '#renderer/plan/expression.ts';
import type { MemberShape, RecordShape, ScalarShape, Shape } from '#renderer/plan/plan.ts';
import { readPointer, toPointerStep } from '#renderer/plan/pointer.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import { isRecord } from '#src/shared/contract.ts';
import { wordsOf } from '../properties/describe.ts';

/** A value of a reply, with its label. */
export interface DataRow {
  readonly title: string;
  /** JSON Pointer in the stored reply. */
  readonly pointer: string;
  readonly shape: Shape;
  /** As the service sends it, with its placeholders filled; undefined or null if it is not there. */
  readonly raw: unknown;
  /** As the screen reads it; undefined if it is not there. */
  readonly value: Value | undefined;
  /** The default that the screen uses if it is not there. */
  readonly fallback?: Value;
  /** The member of the contract; undefined for an entry of a list or a map. */
  readonly member?: MemberShape;
  /** Members of a record, entries of a list or a map. */
  readonly rows: readonly DataRow[];
}

/**
 * The values of a reply.
 *
 * @param replyAt - JSON Pointer of the stored reply in the whole response. The pointers of the shape begin with it.
 */
export function rowsOfReply(shape: Shape, reply: unknown, replyAt: string): readonly DataRow[] {
  return shape.type === 'record' ? membersOf(withinReply(shape, replyAt), reply, '') : [];
}

function withinReply(shape: RecordShape, replyAt: string): RecordShape {
  const members = shape.members.map((member) => ({
    ...member,
    wire: member.wire.startsWith(`${replyAt}/`) ? member.wire.slice(replyAt.length) : member.wire,
  }));
  return { ...shape, members };
}

function membersOf({ members }: RecordShape, record: unknown, pointer: string): readonly DataRow[] {
  return members.map((member) => {
    const raw = readPointer(record, member.wire);
    const value = readMember(member, raw);
    const row = rowOf(wordsOf(member.name), pointer + member.wire, member.shape, raw, value);
    return { ...row, member, ...(member.default !== undefined && { fallback: member.default }) };
  });
}

/** The value of a member as the screen reads it, without its default; undefined if it is absent or invalid. */
export function readMember(member: MemberShape, raw: unknown): Value | undefined {
  const { default: _default, required: _required, ...optional } = member;
  const shape: RecordShape = { type: 'record', members: [{ ...optional, wire: '/it' }] };
  const read = readReply({ it: raw }, shape);
  return read.ok && isRecord(read.value) ? (read.value[member.name] as Value | undefined) : undefined;
}

function rowOf(
  title: string,
  pointer: string,
  shape: Shape,
  raw: unknown,
  value: Value | undefined,
): DataRow {
  return { title, pointer, shape, raw, value, rows: value === undefined ? [] : rowsIn(shape, raw, pointer) };
}

function rowsIn(shape: Shape, raw: unknown, pointer: string): readonly DataRow[] {
  if (shape.type === 'record') return membersOf(shape, raw, pointer);
  const entries: readonly (readonly [title: string, step: string, one: unknown])[] =
    shape.type === 'list' && Array.isArray(raw)
      ? raw.map((one, at) => [String(at + 1), `/${at}`, one])
      : shape.type === 'map' && isRecord(raw)
        ? Object.entries(raw).map(([name, one]) => [wordsOf(name), toPointerStep(name), one])
        : [];
  if (shape.type !== 'list' && shape.type !== 'map') return [];
  return entries.map(([title, step, one]) => {
    const read = readReply(one, shape.items);
    return rowOf(title, pointer + step, shape.items, one, read.ok ? read.value : undefined);
  });
}

export function isScalar(shape: Shape): shape is ScalarShape {
  return shape.type !== 'record' && shape.type !== 'list' && shape.type !== 'map';
}

/** The first text in an entry of a list, which names the entry. */
export function nameEntry({ rows }: DataRow): string | undefined {
  const [first] = rows.flatMap(({ value, shape }) =>
    shape.type === 'text' && typeof value === 'string' && value !== '' ? [value] : [],
  );
  return first;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The rows whose name or value contains all words of a search, and the rows that contain them.
 *
 * @param kept - Pointers of values that are found in any case: somebody is changing them.
 */
export function searchRows(
  rows: readonly DataRow[],
  words: readonly string[],
  kept: ReadonlySet<string> = NONE,
): readonly DataRow[] {
  if (words.length === 0) return rows;
  return rows.flatMap((row) => {
    const own = `${row.title} ${typeof row.value === 'object' ? '' : String(row.value ?? 'not there')}`;
    if (kept.has(row.pointer) || words.every((word) => own.toLowerCase().includes(word))) return [row];
    const found = searchRows(row.rows, words, kept);
    return found.length === 0 ? [] : [{ ...row, rows: found }];
  });
}

/** The number of rows, with those inside. */
export function countRows(rows: readonly DataRow[]): number {
  return rows.reduce((sum, row) => sum + 1 + countRows(row.rows), 0);
}
