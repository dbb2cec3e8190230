import type { Problem } from '../../plan/problem.ts';
import { codes, findCode } from '../codes.ts';
import { isJson } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import type { ParsedDocument } from '../parse.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';

/** Name of the member that acknowledges warnings of the record it stands in: code → reason. */
export const ACKNOWLEDGED = 'x-acknowledged';

/** A warning that is meant. */
export interface AcknowledgedProblem extends Problem {
  readonly reason: string;
}

interface Acknowledgement {
  readonly document: ParsedDocument;
  /** The record it speaks for. */
  readonly record: string;
  readonly pointer: string;
  readonly code: string;
  readonly reason: string;
}

/**
 * Parts what was found into what counts and what is meant. An acknowledgement is of the warnings of its code at or
 * beneath the record it stands in; the nearest one answers.
 *
 * @param isWhole Every rule was applied everywhere, so that an acknowledgement that answers nothing is of nothing.
 */
export function acknowledge(
  documents: readonly ParsedDocument[],
  problems: readonly Problem[],
  isWhole: boolean,
): { readonly problems: readonly Problem[]; readonly acknowledged: readonly AcknowledgedProblem[] } {
  const faults: Problem[] = [];
  const given = documents.flatMap((document) => [...findIn(document, document.value, '', faults)]);
  const used = new Set<Acknowledgement>();
  const acknowledged: AcknowledgedProblem[] = [];
  const open = problems.filter((problem) => {
    const fitting = given.filter((one) => fits(one, problem));
    // A deeper record begins further on in the same path.
    const [nearest] = fitting.sort((a, b) => b.record.length - a.record.length);
    if (nearest === undefined) return true;
    used.add(nearest);
    acknowledged.push({ ...problem, reason: nearest.reason });
    return false;
  });
  for (const one of given) {
    if (!used.has(one) && (isWhole || !Object.hasOwn(codes, one.code))) faults.push(describeUnused(one));
  }
  return { problems: [...open, ...faults], acknowledged };
}

function fits({ document, record, code }: Acknowledgement, problem: Problem): boolean {
  if (problem.severity !== 'warning' || problem.code !== code || problem.file !== document.file) return false;
  return problem.pointer === record || problem.pointer.startsWith(`${record}/`);
}

function describeUnused({ document, pointer, code }: Acknowledgement): Problem {
  const place = document.place(pointer, 'key');
  if (findCode(code)?.severity === 'error')
    return problemAt(place, 'acknowledged/nothing', 'An error cannot be acknowledged.');
  const help = findCode(code) === undefined ? didYouMean(code, Object.keys(codes)) : undefined;
  return problemAt(place, 'acknowledged/nothing', `There is no "${code}" here.`, help);
}

function* findIn(
  document: ParsedDocument,
  value: unknown,
  pointer: string,
  faults: Problem[],
): Generator<Acknowledgement> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = joinPointer(pointer, name);
    if (name !== ACKNOWLEDGED || Array.isArray(value)) yield* findIn(document, member, at, faults);
    else yield* readRecord(document, member, pointer, at, faults);
  }
}

function* readRecord(
  document: ParsedDocument,
  member: unknown,
  record: string,
  at: string,
  faults: Problem[],
): Generator<Acknowledgement> {
  if (!isJson(member)) {
    const message = `"${ACKNOWLEDGED}" is a record of codes, each with its reason.`;
    faults.push(problemAt(document.place(at), 'acknowledged/no-reason', message));
    return;
  }
  for (const [code, reason] of Object.entries(member)) {
    const pointer = joinPointer(at, code);
    if (typeof reason === 'string' && reason.trim() !== '') yield { document, record, pointer, code, reason };
    else
      faults.push(
        problemAt(document.place(pointer), 'acknowledged/no-reason', `Why "${code}" is meant is not said.`),
      );
  }
}
