import type { NodePlan, Plan } from './plan.ts';

/** Nodes whose type this page does not know. */
export interface LostNodes {
  /** Critical nodes without a fallback: the whole plan is refused. */
  readonly refused: readonly NodePlan[];
  /** Left out, or replaced by their fallback. */
  readonly spared: readonly NodePlan[];
}

/** Finds unknown nodes of a plan, whether or not they would be visible. */
export function findLost(plan: Plan, knows: (type: string) => boolean): LostNodes {
  const refused: NodePlan[] = [];
  const spared: NodePlan[] = [];
  function walk(node: NodePlan): void {
    const { type, slots, supply, fallback, critical } = node;
    if (knows(type)) {
      for (const inner of Object.values(slots ?? {}).flat()) walk(inner);
      for (const { nodes } of supply?.elements ?? []) for (const inner of Object.values(nodes)) walk(inner);
      return;
    }
    (fallback === undefined && critical === true ? refused : spared).push(node);
    if (fallback !== undefined && fallback !== 'none') walk(fallback);
  }
  for (const node of [...plan.body, ...plan.bar, ...Object.values(plan.overlays)]) walk(node);
  return { refused, spared };
}
