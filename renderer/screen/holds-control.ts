import type { NodePlan } from '../plan/plan.ts';

const known = new WeakMap<NodePlan, boolean>();

/** Whether a node inside takes taps or input. Depends only on the plan. */
export function holdsControl(plan: NodePlan): boolean {
  const before = known.get(plan);
  if (before !== undefined) return before;
  const holds = Object.values(plan.slots ?? {}).some((nodes) =>
    nodes.some((node) => isControl(node) || holdsControl(node)),
  );
  known.set(plan, holds);
  return holds;
}

function isControl({ type, on, bind, props, lists }: NodePlan): boolean {
  return (
    type === 'button' ||
    on?.['tap'] !== undefined ||
    bind !== undefined ||
    props?.['name'] !== undefined ||
    (type === 'section' && props?.['look'] === 'accordion') ||
    (lists?.['rows'] !== undefined && props?.['limit'] !== undefined)
  );
}
