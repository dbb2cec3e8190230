import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import { completeAction, type Frame, makeFrame, type Run } from './frames.ts';
import { own } from './lists.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';

export interface HowFailed {
  /** A catch or a default has handled the failure: no other handler shows it again. */
  readonly isTold: boolean;
  /** Which handlers of the current action of the last frame are considered. */
  readonly asks: 'all' | 'optional' | 'none';
}

/**
 * Finds the handler of a failure, from the action outwards: `optional`, then a matching `catch`, then the
 * action that contains the list; finally the default of its kind. Actions after the failed one do not run,
 * unless `optional` made it a skipped one.
 *
 * A handled failure still makes the surrounding actions fail. Of these, only `optional` counts, and the
 * `catch` of an action that called a list (`submit`, `native`), because that action failed itself.
 *
 * @returns `ends` if the run failed; otherwise its frames are at the action with which it continues.
 */
export function takeFailure(
  engine: Engine,
  run: Run,
  error: ActionError,
  how: HowFailed,
): 'goes on' | 'ends' {
  let { isTold, asks } = how;
  for (let frame = run.frames.at(-1); frame; frame = run.frames.at(-1)) {
    const action = frame.list[frame.index];
    if (action && asks !== 'none' && action.optional) {
      engine.report('action/optional', error.kind, frame.origin.node?.plan.id);
      completeAction(frame, action, undefined);
      return 'goes on';
    }
    if (action && asks === 'all' && !isInsideCatch(run) && enterCatch(engine, run, frame, action, error))
      return 'goes on';
    if (run.frames.length === 1 && !isTold && enterDefault(engine, run, frame, error)) return 'goes on';
    run.frames.pop();
    const below = run.frames.at(-1);
    if (frame.kind === 'catch') {
      if (below && !isTold && enterDefault(engine, run, below, error)) return 'goes on';
      isTold = true;
    } else if (frame.kind === 'default') {
      engine.report('action/default-failed', error.kind);
      isTold = true;
    }
    asks = frame.kind === 'list' ? 'all' : frame.kind === 'case' ? (isTold ? 'optional' : 'all') : 'none';
  }
  return 'ends';
}

function isInsideCatch(run: Run): boolean {
  for (const frame of [...run.frames].reverse()) {
    if (frame.kind !== 'case') return frame.kind !== 'list';
  }
  return false;
}

function enterCatch(engine: Engine, run: Run, frame: Frame, action: ActionPlan, error: ActionError): boolean {
  const names = { error: error as unknown as Value };
  const scope = frame.scope.with('error', names.error);
  const at = (action.catch ?? []).findIndex(({ when }) => {
    if (when === undefined) return true;
    const result = evaluate(when, scope);
    if (typeof result !== 'boolean')
      engine.report('condition/uncomputable', undefined, frame.origin.node?.plan.id);
    return result === true;
  });
  const found = action.catch?.[at];
  if (!found) return false;
  run.frames.push(makeFrame('catch', found.run, at, frame.origin, frame.scope, names, error));
  return true;
}

/** A dismissal is silent unless the application defines a default for it. */
function enterDefault(engine: Engine, run: Run, frame: Frame, error: ActionError): boolean {
  const { failures } = engine.app;
  const kind = own(failures, error.kind) ? error.kind : 'default';
  const list = kind === 'default' && error.kind === 'dismissed' ? [] : own(failures, kind);
  if (list?.length === 0) return false;
  if (list === undefined) {
    showMessage(engine, frame.origin, error);
    return false;
  }
  const names = { error: error as unknown as Value };
  const { origin } = run;
  run.frames.push(makeFrame('default', list, `failure:${kind}:default`, origin, origin.scope, names, error));
  return true;
}

/** For applications without default failures: shows the failure's own message. */
function showMessage(engine: Engine, origin: Origin, error: ActionError): void {
  engine.report('action/failed', error.kind, origin.node?.plan.id);
  if (error.message === undefined) return;
  engine.notices.inline(error.message, 'danger', origin);
  engine.notices.toast(error.message, 'danger');
}
