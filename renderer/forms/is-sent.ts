import { nameIn } from '../runtime/scope.ts';
import type { Followed } from '../runtime/ports/runner.ts';
import type { ActionPlan } from '../plan/plan.ts';

/**
 * Whether a form's `submit` list has sent the form: no action is left whose failure would mean that the form was not
 * sent. Later actions, such as closing the page, may end the page before the list ends.
 *
 * While an overlay is left to open and no request was made, the person may still dismiss it.
 */
export function isSent(run: Followed, form: string): boolean {
  const inside = framesOf(run, form);
  if (inside.length === 0) return false;
  const isLeft = (kinds: readonly string[]) =>
    inside.some(
      ({ list, index, error }, depth) =>
        // In an outer frame the current action is a choice, and its running case is the next frame: skip the
        // choice.
        error !== undefined || list.slice(depth === inside.length - 1 ? index : index + 1).some(holds(kinds)),
    );
  return !isLeft(['request']) && (hasBegun(run, form) || !isLeft(['open']));
}

/** Whether the form's `submit` list sent a request, successful or not. */
export function hasBegun(run: Followed, form: string): boolean {
  return framesOf(run, form).some(({ list, index }) => list.slice(0, index).some(holds(['request'])));
}

/**
 * Frames of the form's `submit` list and of the lists that run inside it; empty while the `submit` list does not run.
 */
function framesOf({ frames }: Followed, form: string): Followed['frames'] {
  const at = frames.findIndex(
    ({ kind, at: name, origin }) =>
      kind === 'list' &&
      typeof name === 'string' &&
      name.endsWith(':submit') &&
      nameIn(origin.scope, name.slice('node:'.length, -':submit'.length)) === form,
  );
  return at < 0 ? [] : frames.slice(at);
}

const holds =
  (kinds: readonly string[]) =>
  (action: ActionPlan): boolean =>
    kinds.includes(action.do) || (action.cases ?? []).some(({ run }) => run.some(holds(kinds)));
