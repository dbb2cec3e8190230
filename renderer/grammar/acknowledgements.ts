import type { Problem } from '../plan/problem.ts';
import { isJson } from './json.ts';
import type { ParsedDocument } from './parse.ts';
import { joinPointer } from './pointer.ts';
import { problemAt } from './problems.ts';

/** Name of the member that acknowledges warnings of the record it stands in: code → reason. */
const ACKNOWLEDGED = 'x-acknowledged';

/** That warnings of a code are meant, in and beneath a record. */
export interface Acknowledgement {
  readonly document: ParsedDocument;
  /** The record it speaks for. */
  readonly record: string;
  readonly pointer: string;
  readonly code: string;
  readonly reason: string;
}

/** What a document acknowledges, and the problems of those that give no reason. */
export function readAcknowledgements(document: ParsedDocument): {
  readonly given: readonly Acknowledgement[];
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  return { given: [...findIn(document, document.value, '', problems)], problems };
}

function* findIn(
  document: ParsedDocument,
  value: unknown,
  pointer: string,
  problems: Problem[],
): Generator<Acknowledgement> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = joinPointer(pointer, name);
    if (name !== ACKNOWLEDGED || Array.isArray(value)) yield* findIn(document, member, at, problems);
    else yield* readRecord(document, member, pointer, at, problems);
  }
}

function* readRecord(
  document: ParsedDocument,
  member: unknown,
  record: string,
  at: string,
  problems: Problem[],
): Generator<Acknowledgement> {
  if (!isJson(member)) {
    const message = `"${ACKNOWLEDGED}" is a record of codes, each with its reason.`;
    problems.push(problemAt(document.place(at), 'acknowledged/no-reason', message));
    return;
  }
  for (const [code, reason] of Object.entries(member)) {
    const pointer = joinPointer(at, code);
    if (typeof reason === 'string' && reason.trim() !== '') yield { document, record, pointer, code, reason };
    else
      problems.push(
        problemAt(document.place(pointer), 'acknowledged/no-reason', `Why "${code}" is meant is not said.`),
      );
  }
}
