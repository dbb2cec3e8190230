import type { NodePlan, Plan } from './plan.ts';

/** Nodes of types that a page does not know. */
export interface LostNodes {
  /** Critical ones without a fallback: the whole plan is refused for them. */
  readonly refused: readonly NodePlan[];
  /** Left out, or their fallback shown. */
  readonly spared: readonly NodePlan[];
}

/** What a page leaves out of a plan, and what it refuses it for, whether it would be seen or not. */
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
