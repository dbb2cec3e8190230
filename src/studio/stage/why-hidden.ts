import type { NodePlan, Plan } from '#renderer/plan/plan.ts';
import { childrenWithin, inspect, listChildren } from '#src/devtools/inspector/describe.ts';
import { readDrawn } from '#src/devtools/inspector/drawn.ts';
import type { HiddenWhy } from './scene.ts';

/** Why a node of the plan is hidden in the current state; undefined if it is visible. */
export function whyHidden(document: Document, id: string): HiddenWhy | undefined {
  const drawn = readDrawn(document);
  if (drawn === undefined) return undefined;
  const { screen, elements } = drawn;
  const seen = new Set([...elements.keys()].map(({ plan }) => plan.id));
  const way = wayTo(screen.plan, id);
  const [root] = way;
  if (root === undefined || seen.has(id)) return undefined;
  const { phase, overlays } = screen.surface.snapshot();
  const isLaid = Object.values(screen.plan.overlays).some((overlay) => overlay.id === root.id);
  if (isLaid && !overlays.some(({ node }) => node.plan.id === root.id))
    return { node: root.id, text: 'It opens over the screen, and is closed.', values: [] };
  const children = listChildren(screen);
  // A hidden node has no live children, so the innermost live ancestor decides.
  const innermost = [...way].reverse().find(({ id: one }) => children.some(({ plan }) => plan.id === one));
  const [child, ...more] = children.filter(({ plan }) => plan.id === innermost?.id);
  if (child === undefined) return { node: id, text: 'Its parent does not show it now.', values: [] };
  const isHiddenItself = child.kind === 'repeat' || !child.snapshot().visible;
  if (!isHiddenItself && phase !== 'content')
    return { node: id, text: 'The screen’s content is not there in this state.', values: [] };
  if (!isHiddenItself && [child, ...more].flatMap(childrenWithin).some(({ plan }) => seen.has(plan.id)))
    return { node: child.plan.id, text: 'Its parent does not show it now.', values: [] };
  const { why = '', values } = inspect(child, false, undefined);
  return { node: child.plan.id, text: why, values };
}

/** The path of nodes from the root of a plan to a node. */
function wayTo(plan: Plan, id: string): readonly NodePlan[] {
  const within = (node: NodePlan): readonly NodePlan[] => {
    if (node.id === id) return [node];
    for (const inner of Object.values(node.slots ?? {}).flat()) {
      const way = within(inner);
      if (way.length > 0) return [node, ...way];
    }
    return [];
  };
  for (const node of [...plan.body, ...plan.bar, ...Object.values(plan.overlays)]) {
    const way = within(node);
    if (way.length > 0) return way;
  }
  return [];
}
