import { isJson, type Json } from '../json.ts';
import type { Draft } from './draft.ts';
import type { ListPlace, Step, StepEnd } from './actions.ts';

/* Finds actions that the engine never runs (`renderer/runtime/take-failure.ts`, `renderer/runtime/runner.ts`). */

/** Actions that cannot fail after their values are computed. */
const SAFE: ReadonlySet<unknown> = new Set([
  'close',
  'dismiss',
  'notice',
  'reset',
  'set',
  'stop',
  'timer',
  'wait',
]);

/** Reports a `catch` that never runs. */
export function checkCatch({ draft, raw, pointer }: Step, { handlesFailure }: ListPlace): void {
  if (raw['catch'] === undefined) return;
  const found = whyNever(raw, handlesFailure === true);
  if (found !== undefined) draft.reportName('catch/never-runs', `${pointer}/catch`, ...found);
}

function whyNever(raw: Json, isInside: boolean): readonly [message: string, help: string] | undefined {
  if (isInside) {
    return [
      'This catch is inside a list that handles a failure: a failure there runs the default of app.json, and no catch.',
      'remove it; what can fail and has its own catch belongs in a list of its own, for example by a button or a form that is submitted',
    ];
  }
  if (raw['optional'] === true) {
    return ['A failure of an optional action is skipped, so its catch never runs.', 'keep one of the two'];
  }
  if (raw['background'] === true) {
    return [
      'The list does not wait for a background call, so a failure of the call never comes to its catch.',
      'remove "background", or the catch',
    ];
  }
  return canFail(raw) ? undefined : ['This action cannot fail, so its catch never runs.', 'remove the catch'];
}

function canFail({ catch: _catch, ...action }: Json): boolean {
  if (action['when'] !== undefined) return true;
  if (action['do'] === 'choose') {
    const cases: unknown[] = Array.isArray(action['cases']) ? action['cases'] : [];
    return cases.some((one) => !isJson(one) || one['when'] !== undefined || canFailAny(one['run']));
  }
  if (!SAFE.has(action['do'])) return true;
  if (action['do'] === 'stop' && action['text'] !== undefined) return true;
  return isComputed(action);
}

function canFailAny(list: unknown): boolean {
  return Array.isArray(list) && list.some((action: unknown) => !isJson(action) || canFail(action));
}

/** Whether a value contains an expression, whose result may be absent. */
function isComputed(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${');
  if (Array.isArray(value)) return value.some(isComputed);
  return isJson(value) && ('choose' in value || Object.values(value).some(isComputed));
}

/** Reports the first action after an action that always ends the list. */
export function reportNeverRuns(draft: Draft, pointer: string): void {
  draft.report(
    'action/never-runs',
    pointer,
    'This never runs: the action before it always ends the list.',
    'put it before that action, or give that action a "when"',
  );
}

/** If an optional action fails, the list continues. Only `stop` without a text cannot fail. */
export function endsList({ raw }: Step, end: StepEnd): boolean {
  if (end.ends !== true) return false;
  return raw['optional'] !== true || (raw['do'] === 'stop' && raw['text'] === undefined);
}

/**
 * Whether `leave` always leaves the page: mail and telephone links do not, and `leave` with `replace` may lead to this
 * same page.
 */
export function alwaysLeaves({ raw }: Step): boolean {
  const { to } = raw;
  return typeof to === 'string' && /^(https:\/)?\//.test(to) && raw['replace'] === undefined;
}
