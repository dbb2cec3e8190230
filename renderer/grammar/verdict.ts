import { findLost } from '../plan/lost-nodes.ts';
import type { Plan } from '../plan/plan.ts';
import { sinceOfWidget } from './since.ts';

/** How a page of a given grammar handles a plan. */
export interface Verdict {
  readonly verdict: 'shows' | 'shows-with-fallback' | 'refuses';
  /**
   * Nodes that the page leaves out, replaces by a fallback, or refuses the plan for; empty if the page refuses the
   * whole plan.
   */
  readonly nodes: readonly string[];
}

/**
 * Decides how a page of a given grammar handles a plan, without a page: the same decisions as `readPlan` and
 * the rendering of an unknown node. Tests compare the result with older releases in a browser.
 *
 * @param reader The grammar of the page.
 */
export function checkCompatibility(plan: Plan, reader: number): Verdict {
  if (plan.grammar > reader) return { verdict: 'refuses', nodes: [] };
  const { refused, spared } = findLost(plan, (type) => sinceOfWidget(type) <= reader);
  if (refused.length > 0) return { verdict: 'refuses', nodes: refused.map(({ id }) => id) };
  return { verdict: spared.length > 0 ? 'shows-with-fallback' : 'shows', nodes: spared.map(({ id }) => id) };
}
