import type { NodePlan } from '../plan/plan.ts';
import { encodeKey } from './item-frames.ts';
import type { LiveRepeat, RepeatSnapshot } from './live.ts';
import type { Supplied } from './supply.ts';
import { TreeNode } from './tree-node.ts';
import { type Surroundings, Unit } from './tree-unit.ts';

/** Shows the server-chosen fields of one section: a node per field, reused while its name exists. */
export class TreeFieldList extends Unit<RepeatSnapshot> implements LiveRepeat {
  readonly kind = 'repeat';
  private nodes = new Map<string, TreeNode>();

  constructor(plan: NodePlan, around: Surroundings) {
    super(plan, around, around.keys, { items: [] });
    around.supply?.lists.add(this);
    this.refresh();
  }

  get isDrawn(): boolean {
    return [...this.nodes.values()].some((node) => node.isDrawn);
  }

  refresh(): void {
    const { host, supply, parent } = this.around;
    host.computed(this);
    const wasDrawn = this.isDrawn;
    const section = this.plan.props?.['section'];
    const fresh = new Map<string, TreeNode>();
    for (const field of supply?.fieldsOf(typeof section === 'string' ? section : undefined) ?? []) {
      const known = this.nodes.get(field.key);
      // A field that changed its kind gets a new node.
      fresh.set(field.key, known?.plan === field.node ? known : this.makeNode(field));
    }
    for (const [key, node] of this.nodes) if (fresh.get(key) !== node) node.dispose();
    this.nodes = fresh;
    const items = [...fresh.values()];
    const kept = this.current.items;
    if (items.length === kept.length && items.every((node, index) => node === kept[index])) return;
    this.current = { items };
    host.tell(this);
    if (wasDrawn !== this.isDrawn && parent) host.refill(parent);
  }

  override dispose(): void {
    super.dispose();
    this.around.supply?.lists.delete(this);
    for (const node of this.nodes.values()) node.dispose();
  }

  private makeNode({ key, isPlaceholder, node, scope }: Supplied): TreeNode {
    const { around } = this;
    const map = around.supply?.map;
    const field = isPlaceholder || map === undefined ? undefined : `${map}.${key}`;
    const keys = `${around.keys}[${encodeKey(key)}]`;
    return new TreeNode(
      node,
      { ...around, scope, depth: around.depth + 1, supply: undefined, field, isPlaceholder },
      keys,
    );
  }
}
