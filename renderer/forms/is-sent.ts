import { nameIn } from '../live/scope.ts';
import type { Followed } from '../live/ports.ts';
import type { ActionPlan } from '../plan/plan.ts';

/**
 * Whether what a form's `submit` list is there for has been done: nothing of it that could still fail to
 * send is left. What follows (closing the page, going on) may end the page before the list has ended.
 *
 * While it still has something to ask and has sent nothing, it may yet be dismissed.
 */
export function isSent(run: Followed, form: string): boolean {
  const inside = framesOf(run, form);
  if (inside.length === 0) return false;
  const isLeft = (kinds: readonly string[]) =>
    inside.some(
      ({ list, index, error }, depth) =>
        // Of a choice that is being run its own case is the next frame.
        error !== undefined || list.slice(depth === inside.length - 1 ? index : index + 1).some(holds(kinds)),
    );
  return !isLeft(['request']) && (hasBegun(run, form) || !isLeft(['open']));
}

/** Whether a request of a form's `submit` list was made, however it ended. */
export function hasBegun(run: Followed, form: string): boolean {
  return framesOf(run, form).some(({ list, index }) => list.slice(0, index).some(holds(['request'])));
}

/** The form's `submit` list and what runs inside it; empty before and after it. */
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
