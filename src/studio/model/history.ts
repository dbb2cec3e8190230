import { moveSteps, turn } from './move-steps.ts';
import { type Splice, spliceOf, undoSplice } from './splice.ts';
import type { Step } from './step.ts';

const MOST_STEPS = 500;

/** Undo and redo steps. It does not change documents: the caller undoes the splices of a step. */
export function openHistory(done: readonly Step[], undone: readonly Step[]) {
  let past = [...done];
  let future = [...undone];
  return {
    /** @param textOf - The texts after the step. */
    add(step: Step, textOf: (path: string) => string | undefined): void {
      const last = past.at(-1);
      const isSame = step.gesture !== undefined && last?.gesture === step.gesture && future.length === 0;
      past =
        isSame && last
          ? [...past.slice(0, -1), join(last, step, textOf)]
          : [...past, step].slice(-MOST_STEPS);
      future = [];
    },
    /** Moves the steps after another person has changed a document. */
    move(path: string, before: string | undefined, after: string | undefined): void {
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

/** Merges two consecutive steps. */
function join(first: Step, second: Step, textOf: (path: string) => string | undefined): Step {
  const joined: { [path: string]: Splice } = {};
  for (const path of new Set([...Object.keys(first.splices), ...Object.keys(second.splices)])) {
    const now = textOf(path);
    const [one, two] = [first.splices[path], second.splices[path]];
    const middle = two === undefined ? now : undoSplice(now, two);
    const before = one === undefined ? middle : undoSplice(middle ?? undefined, one);
    joined[path] = spliceOf(before ?? undefined, now);
  }
  return { ...second, splices: joined };
}
