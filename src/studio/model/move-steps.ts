import { changesBetween } from '#src/shared/text-changes.ts';
import { type Splice, spliceOf } from '#src/shared/splice.ts';
import type { Step } from './step.ts';

/**
 * Moves undo steps to their new offsets after another person has changed a document. A step that overlaps the change
 * is dropped, together with the steps that can only be undone after it. A change of the same text overlaps too: the words
 * of both would be mixed.
 *
 * @param steps - Oldest first: the last step is undone first.
 */
export function moveSteps(
  steps: readonly Step[],
  path: string,
  before: string | undefined,
  after: string | undefined,
): readonly Step[] {
  // Start with the last change, so that the offsets of the earlier ones stay valid.
  return foreignSplices(before, after).reduceRight(
    (moved, foreign) => moveBy(moved, path, foreign, wordsAround(before ?? '', foreign)),
    steps,
  );
}

/** The text of a JSON string that a change is in: characters before the change and after it. */
interface Around {
  readonly before: number;
  readonly after: number;
}

/** @returns undefined if the change is not within one string. A JSON string is on one line. */
function wordsAround(text: string, { at, removed }: Splice): Around | undefined {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const found = text.indexOf('\n', from);
  const line = text.slice(from, found < 0 ? undefined : found);
  for (const { index, 0: string } of line.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const [first, last] = [from + index + 1, from + index + string.length - 1];
    const end = at + removed.length;
    if (first <= at && end <= last) return { before: at - first, after: last - end };
  }
  return undefined;
}

function foreignSplices(before: string | undefined, after: string | undefined): readonly Splice[] {
  if (before === undefined || after === undefined) return [spliceOf(before, after)];
  return changesBetween(before, after).map(({ from, to, insert }) => ({
    at: from,
    removed: before.slice(from, to),
    inserted: insert,
  }));
}

function moveBy(
  steps: readonly Step[],
  path: string,
  foreign: Splice,
  around: Around | undefined,
): readonly Step[] {
  const moved: Step[] = [];
  // Offset of the other person's change in the text that a step produced.
  let { at } = foreign;
  for (const step of [...steps].reverse()) {
    const own = step.splices[path];
    if (own === undefined) {
      moved.unshift(step);
      continue;
    }
    if (at < 0 || own.at < 0) break;
    const [end, ownEnd] = [at + foreign.removed.length, own.at + own.inserted.length];
    const isBefore = end <= own.at;
    if (!isBefore && at < ownEnd) break;
    if (around !== undefined && own.at <= end + around.after && at - around.before <= ownEnd) break;
    const by = foreign.inserted.length - foreign.removed.length;
    const splices = { ...step.splices, [path]: { ...own, at: own.at + (isBefore ? by : 0) } };
    moved.unshift({ ...step, splices });
    if (!isBefore) at += own.removed.length - own.inserted.length;
  }
  return moved;
}

/** The inverse of a step. */
export function turn(step: Step): Step {
  const turned = Object.entries(step.splices).map(([path, { at, removed, inserted }]) => [
    path,
    { at, removed: inserted, inserted: removed },
  ]);
  return { ...step, splices: Object.fromEntries(turned) as Step['splices'] };
}
