import type { Problem } from '../plan/problem.ts';
import { isJson } from './json.ts';
import type { ParsedDocument } from './parse.ts';
import { joinPointer } from './pointer.ts';
import { problemAt } from './problems.ts';

/** The member that acknowledges warnings of its record: code → reason. */
const ACKNOWLEDGED = 'x-acknowledged';

/** Acknowledges the warnings with one code in a record and below it. */
export interface Acknowledgement {
  readonly document: ParsedDocument;
  /** Pointer of the record. */
  readonly record: string;
  readonly pointer: string;
  readonly code: string;
  readonly reason: string;
}

/** The acknowledgements of a document, and a problem for each acknowledgement without a reason. */
export function readAcknowledgements(document: ParsedDocument): {
  readonly given: readonly Acknowledgement[];
  readonly problems: readonly Problem[];
} {
  const found = { given: [], problems: [] };
  findIn(document, document.value, '', found);
  return found;
}

interface Found {
  readonly given: Acknowledgement[];
  readonly problems: Problem[];
}

function findIn(document: ParsedDocument, value: unknown, pointer: string, found: Found): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => findIn(document, item, joinPointer(pointer, index), found));
    return;
  }
  if (!isJson(value)) return;
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (name === ACKNOWLEDGED) readRecord(document, member, pointer, joinPointer(pointer, name), found);
    else if (typeof member === 'object') findIn(document, member, joinPointer(pointer, name), found);
  }
}

function readRecord(
  document: ParsedDocument,
  member: unknown,
  record: string,
  at: string,
  { given, problems }: Found,
): void {
  if (!isJson(member)) {
    const message = `"${ACKNOWLEDGED}" is an object whose members are codes, each with its reason as a string.`;
    problems.push(problemAt(document.place(at), 'acknowledged/no-reason', message));
    return;
  }
  for (const [code, reason] of Object.entries(member)) {
    const pointer = joinPointer(at, code);
    if (typeof reason === 'string' && reason.trim() !== '')
      given.push({ document, record, pointer, code, reason });
    else
      problems.push(
        problemAt(
          document.place(pointer),
          'acknowledged/no-reason',
          `The acknowledgement of "${code}" has no reason.`,
        ),
      );
  }
}
