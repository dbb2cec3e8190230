import { nameIn } from '../live/scope.ts';
import type { Followed } from '../live/ports.ts';
import type { ActionPlan } from '../plan/plan.ts';

/**
 * Whether what a form's `submit` list is there for has been done: nothing of it that could still fail to
 * send is left. What follows (closing the page, going on) may end the page before the list has ended.
 *
 * While it still has something to ask and has sent nothing, it may yet be dismissed.
 */
export function isSent({ frames }: Followed, form: string): boolean {
  const at = frames.findIndex(
    ({ kind, at: name, origin }) =>
      kind === 'list' &&
      typeof name === 'string' &&
      name.endsWith(':submit') &&
      nameIn(origin.scope, name.slice('node:'.length, -':submit'.length)) === form,
  );
  if (at < 0) return false;
  const inside = frames.slice(at);
  const isLeft = (kinds: readonly string[]) =>
    inside.some(
      ({ list, index, error }, depth) =>
        // Of a choice that is being run its own case is the next frame.
        error !== undefined || list.slice(depth === inside.length - 1 ? index : index + 1).some(holds(kinds)),
    );
  const hasSent = inside.some(({ list, index }) => list.slice(0, index).some(holds(['request'])));
  return !isLeft(['request']) && (hasSent || !isLeft(['open']));
}

const holds =
  (kinds: readonly string[]) =>
  (action: ActionPlan): boolean =>
    kinds.includes(action.do) || (action.cases ?? []).some(({ run }) => run.some(holds(kinds)));
