import type { Problem } from '../../plan/problem.ts';
import { type Acknowledgement, readAcknowledgements } from '../acknowledgements.ts';
import { codes, findCode } from '../codes.ts';
import { didYouMean } from '../nearest.ts';
import type { ParsedDocument } from '../parse.ts';
import { problemAt } from '../problems.ts';

/** A warning that a definition acknowledges. */
export interface AcknowledgedProblem extends Problem {
  readonly reason: string;
}

/**
 * Separates problems from acknowledged warnings. An acknowledgement applies to warnings of its code in and
 * below its record; the nearest one is used.
 *
 * @param isWhole All rules were applied everywhere, so an acknowledgement without a warning can be reported.
 */
export function acknowledge(
  documents: readonly ParsedDocument[],
  problems: readonly Problem[],
  isWhole: boolean,
): { readonly problems: readonly Problem[]; readonly acknowledged: readonly AcknowledgedProblem[] } {
  const faults: Problem[] = [];
  const given = documents.flatMap((document) => readAcknowledgements(document).given);
  const used = new Set<Acknowledgement>();
  const acknowledged: AcknowledgedProblem[] = [];
  const open = problems.filter((problem) => {
    const fitting = given.filter((one) => fits(one, problem));
    // The deepest record has the longest pointer.
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
  return problemAt(
    place,
    'acknowledged/nothing',
    `This element has no warning "${code}" to acknowledge.`,
    help,
  );
}
