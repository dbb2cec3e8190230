import type { NodePlan, Plan } from '../plan/plan.ts';
import { sinceOfWidget } from './since.ts';

/** What a page of some grammar makes of a plan. */
export interface Verdict {
  readonly verdict: 'shows' | 'shows-with-fallback' | 'refuses';
  /** Nodes that it leaves out, shows a fallback of, or refuses for; of a refusal of the whole plan none. */
  readonly nodes: readonly string[];
}

/**
 * What a reader of a grammar does with a plan: the same decisions that `readPlan` and the drawing of a lost node
 * make, without a page. What it says is compared with what kept readers do in a browser.
 */
export function judgePlan(plan: Plan, reader: number): Verdict {
  if (plan.grammar > reader) return { verdict: 'refuses', nodes: [] };
  const refused: string[] = [];
  const spared: string[] = [];
  function walk(node: NodePlan): void {
    const { id, type, slots, supply, fallback, critical } = node;
    if (sinceOfWidget(type) <= reader) {
      for (const inner of Object.values(slots ?? {}).flat()) walk(inner);
      for (const { nodes } of supply?.elements ?? []) for (const inner of Object.values(nodes)) walk(inner);
      return;
    }
    if (fallback === undefined && critical === true) refused.push(id);
    else spared.push(id);
    if (fallback !== undefined && fallback !== 'none') walk(fallback);
  }
  for (const node of [...plan.body, ...plan.bar, ...Object.values(plan.overlays)]) walk(node);
  if (refused.length > 0) return { verdict: 'refuses', nodes: refused };
  return { verdict: spared.length > 0 ? 'shows-with-fallback' : 'shows', nodes: spared };
}
