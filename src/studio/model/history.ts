import { moveSteps, turn } from './move-steps.ts';
import { type Splice, spliceOf, undoSplice } from '#src/shared/splice.ts';
import type { Step } from './step.ts';

const MOST_STEPS = 500;
/** A longer pause ends a step, so that undo returns to what was there before the pause. */
const PAUSE_MS = 3000;

/**
 * Undo and redo steps. It does not change documents: the caller undoes the splices of a step.
 *
 * Typing into one field is one step. It ends with a pause, with a reload, and when `end` says so.
 */
export function openHistory(done: readonly Step[], undone: readonly Step[]) {
  let past = [...done];
  let future = [...undone];
  /** When the last step was edited; undefined if it has ended. Milliseconds since the epoch. */
  let editedAt: number | undefined;
  const end = (): void => {
    editedAt = undefined;
  };
  return {
    /** @param textOf - The texts after the step. */
    add(step: Step, textOf: (path: string) => string | undefined): void {
      const now = Date.now();
      const last = past.at(-1);
      const isOpen = editedAt !== undefined && now - editedAt < PAUSE_MS && future.length === 0;
      if (isOpen && last !== undefined && step.gesture !== undefined && last.gesture === step.gesture) {
        const joined = join(last, step, textOf);
        past = [...past.slice(0, -1), ...(joined === undefined ? [] : [joined])];
        editedAt = joined === undefined ? undefined : now;
      } else {
        past = [...past, step].slice(-MOST_STEPS);
        editedAt = now;
      }
      future = [];
    },
    /** Makes the next edit a new undo step. */
    end,
    /** Moves the steps after another person has changed a document. */
    move(path: string, before: string | undefined, after: string | undefined): void {
      end();
      past = [...moveSteps(past, path, before, after)];
      future = moveSteps(future.map(turn), path, before, after).map(turn);
    },
    /** @returns the step whose splices are to be undone. */
    undo(): Step | undefined {
      const step = past.at(-1);
      if (step === undefined) return undefined;
      past = past.slice(0, -1);
      future = [...future, step];
      return step;
    },
    /** @returns the inverse of the step: undoing its splices does the step again. */
    redo(): Step | undefined {
      const step = future.at(-1);
      if (step === undefined) return undefined;
      future = future.slice(0, -1);
      past = [...past, step];
      return turn(step);
    },
    labels: () => ({ undo: past.at(-1)?.label, redo: future.at(-1)?.label }),
    steps: () => ({ done: past, undone: future }),
  };
}

/** Merges two consecutive steps. @returns undefined if the second one takes the first one back. */
function join(first: Step, second: Step, textOf: (path: string) => string | undefined): Step | undefined {
  const joined: { [path: string]: Splice } = {};
  for (const path of new Set([...Object.keys(first.splices), ...Object.keys(second.splices)])) {
    const now = textOf(path);
    const [one, two] = [first.splices[path], second.splices[path]];
    const middle = two === undefined ? now : undoSplice(now, two);
    const before = one === undefined ? middle : undoSplice(middle ?? undefined, one);
    if ((before ?? undefined) !== now) joined[path] = spliceOf(before ?? undefined, now);
  }
  return Object.keys(joined).length === 0 ? undefined : { ...second, splices: joined };
}
