import { findLost } from '../plan/lost-nodes.ts';
import type { Plan } from '../plan/plan.ts';
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
  const { refused, spared } = findLost(plan, (type) => sinceOfWidget(type) <= reader);
  if (refused.length > 0) return { verdict: 'refuses', nodes: refused.map(({ id }) => id) };
  return { verdict: spared.length > 0 ? 'shows-with-fallback' : 'shows', nodes: spared.map(({ id }) => id) };
}
