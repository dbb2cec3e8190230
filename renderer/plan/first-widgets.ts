import type { Plan } from './plan.ts';

/** Types of widgets that a screen's body and bar use: what its overlays alone use can come after the first picture. */
export function firstWidgets({ body, bar, uses }: Plan): readonly string[] {
  const nodes = JSON.stringify([body, bar]);
  return uses.widgets.filter((type) => nodes.includes(`"type":${JSON.stringify(type)}`));
}
