import { changesBetween } from '../json/text-changes.ts';
import { type Splice, spliceOf } from './splice.ts';
import type { Step } from './step.ts';

/**
 * Moves undo steps to their new offsets after another person has changed a document. A step that overlaps the change
 * is dropped, together with the steps that can only be undone after it.
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
  return foreignSplices(before, after).reduceRight((moved, foreign) => moveBy(moved, path, foreign), steps);
}

function foreignSplices(before: string | undefined, after: string | undefined): readonly Splice[] {
  if (before === undefined || after === undefined) return [spliceOf(before, after)];
  return changesBetween(before, after).map(({ from, to, insert }) => ({
    at: from,
    removed: before.slice(from, to),
    inserted: insert,
  }));
}

function moveBy(steps: readonly Step[], path: string, foreign: Splice): readonly Step[] {
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
    const isBefore = at + foreign.removed.length <= own.at;
    if (!isBefore && at < own.at + own.inserted.length) break;
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
