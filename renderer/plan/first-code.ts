import type { Plan } from './plan.ts';

/** Widgets whose code comes together, because forms use several of them: one chunk. */
export const CONTROL_TYPES: readonly string[] = ['choice', 'city', 'day', 'fields', 'form', 'text-field'];

/** Types of widgets that a screen's body and bar use: what its overlays alone use can come after the first picture. */
export function firstWidgets({ body, bar, uses }: Plan): readonly string[] {
  const nodes = JSON.stringify([body, bar]);
  return uses.widgets.filter((type) => nodes.includes(`"type":${JSON.stringify(type)}`));
}
