import type { ActionPlan, ResourcePlan } from '../../plan/plan.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';
import { actionsOf } from './plan-walk.ts';
import type { Scope } from './scope.ts';

/**
 * Checks and lowers `every` of data.
 *
 * @param load The actions that run after each reading of the data.
 */
export function compileEvery(
  draft: Draft,
  name: string,
  raw: unknown,
  load: readonly ActionPlan[],
  scope: Scope,
): ResourcePlan['every'] {
  if (!isJson(raw)) return undefined;
  const pointer = joinPointer('/data', name);
  draft.demandGrammar(5, '"every" of data', `${pointer}/every`);
  const isReloaded = actionsOf(load).some(({ do: kind, props }) => {
    const names = props?.['data'];
    return kind === 'reload' && (names === undefined || (Array.isArray(names) && names.includes(name)));
  });
  if (isReloaded) {
    draft.report(
      'data/polled-twice',
      `${pointer}/on/load`,
      `"${name}" is loaded again by "every" and by "reload" in its own list.`,
      'remove the "reload"',
    );
  }
  const { seconds, times, until } = raw;
  const done =
    until === undefined
      ? undefined
      : draft.condition(until, `${pointer}/every/until`, scope.prove([`data.${name}`]));
  if (typeof seconds !== 'number' || typeof times !== 'number') return undefined;
  return { seconds, times, ...(done?.lowered !== undefined && { until: done.lowered }) };
}
