import type { NodePlan, Plan } from '#renderer/plan/plan.ts';

/** The path of nodes from the root of a plan to a node; empty if the plan has no such node. */
export function pathToNode({ body, bar, overlays }: Plan, id: string): readonly NodePlan[] {
  for (const root of [...body, ...bar, ...Object.values(overlays)]) {
    const path = pathWithin(root, id);
    if (path.length > 0) return path;
  }
  return [];
}

/** Name of the overlay that contains a node, or is it. */
export function overlayAround(plan: Plan, id: string): string | undefined {
  const [root] = pathToNode(plan, id);
  return Object.entries(plan.overlays).find(([, overlay]) => overlay === root)?.[0];
}

function pathWithin(node: NodePlan, id: string): readonly NodePlan[] {
  if (node.id === id) return [node];
  for (const inner of Object.values(node.slots ?? {}).flat()) {
    const path = pathWithin(inner, id);
    if (path.length > 0) return [node, ...path];
  }
  return [];
}
