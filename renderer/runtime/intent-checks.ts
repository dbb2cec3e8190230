import { oldestOf, type Reading } from '../plan/endings.ts';
import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Result, type Value } from '../plan/expression.ts';
import { ActionFailure } from './action.ts';
import { isAboutDevice } from './conditions.ts';
import type { Engine } from './ports/engine.ts';
import type { CriticalCall } from './ports/intents.ts';

/**
 * Checks the preconditions again right before sending. Refuses if one is false, pending, stale or failed. The
 * failure is `changed` if the amount changed.
 */
export function findUnsafe(engine: Engine, call: CriticalCall): ActionFailure | undefined {
  for (const { condition, scope, is } of call.guards) {
    if (!isAboutDevice(condition) && evaluate(condition, scope) !== is) return refused('intent/guard');
  }
  const { node, scope } = call.origin;
  if (node && !engine.tree.isOpenToEvents(node)) return refused('intent/node');
  if (!engine.tree.areTermsShown()) return refused('intent/amount');
  if (!call.plan.fresh.every((name) => engine.data.isFresh(name))) return refused('intent/stale');
  for (const [index, amount] of call.plan.amounts.entries()) {
    const now = evaluate(amount, scope);
    const then = call.amountsAtTap[index];
    if (isUncertain(now) || isUncertain(then)) return refused('intent/amount');
    if (now !== then) return new ActionFailure({ kind: 'changed', code: 'intent/amount' });
  }
  return undefined;
}

/** The oldest read among the data that the call uses, as it was at the tap. */
export function readingOf(engine: Engine, { plan, readingsAtTap }: CriticalCall): Reading {
  const now = engine.data.readings();
  const of = (names: readonly string[]) =>
    oldestOf(
      names.flatMap((name) => {
        const reading = readingsAtTap.get(name) ?? now.get(name);
        return reading === undefined ? [] : [reading];
      }),
    );
  return of(plan.fresh) ?? of(Object.keys(engine.plan.data)) ?? engine.opening;
}

/** The value of `per`, or else the carried parameters. */
export function perOf({ app, store }: Engine, { plan, scope }: CriticalCall): Value | undefined {
  if (plan.per !== undefined) {
    const per = evaluate(plan.per, scope);
    if (isUncertain(per)) throw refused('intent/per');
    return per as Value | undefined;
  }
  const { params } = store.get();
  const carried = Object.keys(app.carried).flatMap((name) => {
    const value = params[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(carried);
}

function isUncertain(amount: Result): boolean {
  return amount === PENDING || amount instanceof Failure;
}

function refused(code: string): ActionFailure {
  return new ActionFailure({ kind: 'refused', code });
}
