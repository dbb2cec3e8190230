import { own } from '../runtime/lists.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import type { Form } from './form-state.ts';

/**
 * Runs the field's list for `uploaded`, or for `failed` with the error. A field without a list for `failed`
 * uses the app's list for this kind of failure.
 */
export function runUploadEvent(
  { engine, id }: Form,
  name: string,
  plan: NodePlan,
  error?: ActionError,
): void {
  const node = engine.tree.findField(id, name);
  if (engine.navigation.isLeaving || node === undefined) return;
  const event = error === undefined ? 'uploaded' : 'failed';
  const { failures } = engine.app;
  const kind = error === undefined || own(failures, error.kind) === undefined ? 'default' : error.kind;
  const ownList = plan.on?.[event];
  const list = ownList ?? (error === undefined ? undefined : own(failures, kind));
  if (list === undefined) return;
  const scope = engine.tree.scopeOf(node);
  const overlay = engine.tree.overlayOf(node);
  void engine.runner.run(list, {
    scope: error === undefined ? scope : scope.with('error', error as unknown as Value),
    list: ownList ? `node:${plan.id}:${event}` : `failure:${kind}:default`,
    event,
    ...(overlay !== undefined && { overlay }),
  });
}
