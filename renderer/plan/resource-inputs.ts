import { createMeter, evaluate } from './evaluate.ts';
import { Failure, PENDING, type Scope, type Value } from './expression.ts';
import type { ResourcePlan } from './plan.ts';

export type Inputs =
  | { readonly is: 'ready'; readonly inputs: { readonly [name: string]: Value } }
  | { readonly is: 'waiting' | 'skipped' }
  | { readonly is: 'failed'; readonly reason: string };

/** Computes the inputs of a resource as far as its data is loaded. */
export function computeInputs(resource: ResourcePlan, scope: Scope): Inputs {
  const meter = createMeter();
  if (resource.when !== undefined) {
    const when = evaluate(resource.when, scope, meter);
    if (when === PENDING) return { is: 'waiting' };
    if (when instanceof Failure) return { is: 'failed', reason: when.reason };
    if (when !== true) return { is: 'skipped' };
  }
  const inputs: { [name: string]: Value } = {};
  let isWaiting = false;
  for (const [name, expression] of Object.entries(resource.with)) {
    const value = evaluate(expression, scope, meter);
    if (value instanceof Failure) return { is: 'failed', reason: `${name}: ${value.reason}` };
    if (value === PENDING) isWaiting = true;
    else if (value !== undefined) inputs[name] = value;
  }
  return isWaiting ? { is: 'waiting' } : { is: 'ready', inputs };
}
