import type { NodePlan } from '../../plan/plan.ts';
import { addReads } from './plan-expression.ts';

/** Returns the node with the paths that its own expressions read. */
export function withReads(node: NodePlan): NodePlan {
  return { ...node, reads: readsOfNode(node) };
}

/** The dotted paths that a node's own expressions read, sorted. */
export function readsOfNode(node: NodePlan): string[] {
  const reads = new Set<string>();
  const own = [node.visible, node.enabled, node.each?.list, node.each?.key];
  for (const expression of own) addReads(expression, reads);
  if (node.props !== undefined)
    for (const expression of Object.values(node.props)) addReads(expression, reads);
  const lists = node.lists === undefined ? [] : Object.values(node.lists).flat();
  for (const element of lists) {
    // Only a remote rule itself can read its `reply`.
    const names = ['reply', element.each?.as, element.each?.at].filter((name) => name !== undefined);
    addReads(element.each?.list, reads);
    for (const expression of [element.each?.key, element.visible, ...Object.values(element.props)]) {
      addReads(expression, reads, names);
    }
  }
  if (node.bind !== undefined) reads.add(node.bind.join('.'));
  addSupplyReads(node, reads);
  if (node.type === 'steps') addStepReads(node, reads);
  return reads.size === 0 ? [] : [...reads].sort();
}

/** Adds the paths that decide which supplied fields there are, their kinds, and their sections. */
function addSupplyReads(node: NodePlan, reads: Set<string>): void {
  for (const { each, kind, name, section, nodes } of node.supply?.elements ?? []) {
    const own = [each?.as, each?.at].filter((item) => item !== undefined);
    addReads(each?.list, reads);
    for (const expression of [kind, name, section]) addReads(expression, reads, own);
    // `allow` limits the number of options.
    const options = (nodes['choice'] ?? nodes['choices'])?.lists?.['options'] ?? [];
    for (const option of options) addReads(option.each?.list, reads, own);
  }
}

/** Adds the conditions of the nodes in `steps`: they decide which steps exist. */
function addStepReads({ slots, supply }: NodePlan, reads: Set<string>): void {
  const supplied = (supply?.elements ?? []).map(({ nodes }) => Object.values(nodes));
  for (const node of [...Object.values(slots ?? {}), ...supplied].flat()) {
    addReads(node.visible, reads);
    addStepReads(node, reads);
  }
}
