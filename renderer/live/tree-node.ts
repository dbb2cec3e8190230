import { evaluate, type Meter } from '../plan/evaluate.ts';
import { Failure, PENDING, type Result } from '../plan/expression.ts';
import type { EachPlan, NodePlan } from '../plan/plan.ts';
import { computeProps, isVisible, listItems, type Pass, type Props } from './compute-props.ts';
import { keepEqual } from './keep-equal.ts';
import type { FieldState, LiveNode, LiveRepeat, NodeSnapshot, RepeatSnapshot } from './live.ts';
import { itemReads, readsOf } from './reads.ts';
import type { Frame, LiveScope } from './scope.ts';

/** What nodes ask of the tree they stand in. */
export interface TreeHost {
  /** Enters a unit under the paths it reads. */
  index(unit: Unit, reads: Iterable<string>): void;
  forget(unit: Unit): void;
  /** A unit's snapshot became another one: its listeners are told when the commit ends. */
  tell(unit: Unit): void;
  /** A child began or ceased to be drawn. */
  refill(node: TreeNode): void;
  /** A name introduced by `each` has another value. */
  frameChanged(frame: Frame, old: Result): void;
  isBusy(instance: string): boolean;
  field(form: string, name: string): FieldState;
  /** A choice bound to state has new options or a new value. */
  optionsChanged(node: TreeNode): void;
  /** Steps left in this pass over the screen. */
  readonly meter: Meter;
  fault(code: string, unit: Unit, detail: string): void;
  /** Called once per computing of a unit; for tests that count. */
  computed(unit: Unit): void;
}

/** Where a unit stands. */
export interface Surroundings {
  readonly host: TreeHost;
  readonly scope: LiveScope;
  readonly parent: TreeNode | undefined;
  readonly depth: number;
  readonly overlay: string | undefined;
  /** Instance of the form around it: the form's name for `FormsPort`. */
  readonly form: string | undefined;
  /** Ids that begin with the first begin with the second in instances: the part around it. */
  readonly planPrefix: string;
  readonly instancePrefix: string;
  /** `[key]` of every list around it within that part. */
  readonly keys: string;
}

/** Groups are not drawn when nothing in them is, unless they have words for that. */
const GROUPS: ReadonlySet<string> = new Set(['section', 'part', 'form']);

export function makeChild(plan: NodePlan, around: Surroundings): TreeNode | TreeRepeat {
  return plan.each ? new TreeRepeat(plan, plan.each, around) : new TreeNode(plan, around, around.keys);
}

/** A node or a repeated one: computed again when something it reads changed. */
export abstract class Unit {
  readonly plan: NodePlan;
  readonly around: Surroundings;
  readonly instance: string;
  isDisposed = false;
  private readonly listeners = new Set<() => void>();

  constructor(plan: NodePlan, around: Surroundings, keys: string) {
    this.plan = plan;
    this.around = around;
    this.instance = around.instancePrefix + plan.id.slice(around.planPrefix.length) + keys;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tellListeners(): void {
    for (const listener of [...this.listeners]) listener();
  }

  dispose(): void {
    this.isDisposed = true;
    this.around.host.forget(this);
  }

  abstract readonly isDrawn: boolean;
  abstract refresh(): void;

  protected pass(): Pass {
    const { host } = this.around;
    return { meter: host.meter, fault: (code, detail) => host.fault(code, this, detail) };
  }
}

const NOTHING: Props = {};
const NO_SLOTS: { readonly [slot: string]: readonly (TreeNode | TreeRepeat)[] } = {};
const HIDDEN: NodeSnapshot = { visible: false, props: NOTHING, enabled: false, busy: false, filled: false };

export class TreeNode extends Unit implements LiveNode {
  readonly kind = 'node';
  readonly scope: LiveScope;
  slots: { readonly [slot: string]: readonly (TreeNode | TreeRepeat)[] } = NO_SLOTS;
  private current: NodeSnapshot = HIDDEN;
  private spare: TreeNode | undefined;
  private readonly isOverlay: boolean;
  /** Key of the option that a bound choice has, so that it is found again when the options are read again. */
  chosenKey: string | undefined;

  constructor(plan: NodePlan, around: Surroundings, keys: string, isOverlay = false) {
    super(plan, around, keys);
    this.scope = around.scope;
    this.isOverlay = isOverlay;
    around.host.index(this, this.reads());
    this.refresh();
  }

  snapshot(): NodeSnapshot {
    return this.current;
  }

  get isDrawn(): boolean {
    if (!this.current.visible) return false;
    const { rows } = this.current.props;
    if (this.plan.type === 'rows' && Array.isArray(rows) && rows.length === 0) return false;
    return !GROUPS.has(this.plan.type) || this.current.filled || 'empty' in this.current.props;
  }

  get fallback(): LiveNode | undefined {
    const plan = this.plan.fallback;
    if (plan === undefined || plan === 'none') return undefined;
    this.spare ??= new TreeNode(
      plan,
      { ...this.around, parent: this, depth: this.around.depth + 1 },
      this.around.keys,
    );
    return this.spare;
  }

  /** The form and name of a form's field. */
  get fieldPlace(): { readonly form: string; readonly name: string } | undefined {
    const name = this.plan.props?.['name'];
    return this.around.form === undefined || typeof name !== 'string'
      ? undefined
      : { form: this.around.form, name };
  }

  refresh(): void {
    const old = this.current;
    const wasDrawn = this.isDrawn;
    const fresh = this.compute(old);
    if (fresh.visible && !old.visible) this.slots = this.makeSlots();
    if (!fresh.visible && old.visible) this.dropSlots();
    this.settle({ ...fresh, filled: this.hasDrawnChild() }, wasDrawn);
    if (this.plan.bind && fresh.visible) this.around.host.optionsChanged(this);
  }

  /** A child began or ceased to be drawn. */
  refill(): void {
    if (this.isDisposed) return;
    const filled = this.hasDrawnChild();
    if (filled !== this.current.filled) this.settle({ ...this.current, filled }, this.isDrawn);
  }

  /** A list of this node began or ended. Its expressions are not computed for that. */
  rebusy(): void {
    const busy = this.around.host.isBusy(this.instance);
    if (busy !== this.current.busy && this.current.visible)
      this.settle({ ...this.current, busy }, this.isDrawn);
  }

  override dispose(): void {
    super.dispose();
    this.dropSlots();
  }

  private settle(fresh: NodeSnapshot, wasDrawn: boolean): void {
    if (isSameSnapshot(this.current, fresh)) return;
    this.current = fresh;
    this.around.host.tell(this);
    if (wasDrawn !== this.isDrawn && this.around.parent) this.around.host.refill(this.around.parent);
  }

  private compute(old: NodeSnapshot): NodeSnapshot {
    const { host } = this.around;
    host.computed(this);
    const pass = this.pass();
    if (!this.isOverlay && !isVisible(this.plan.visible, this.scope, pass)) return HIDDEN;
    const props = keepEqual(old.props, computeProps(this.plan, this.scope, pass));
    if (this.plan.type === 'amount' && typeof props['value'] !== 'number' && props['value'] !== PENDING) {
      pass.fault('amount/not-shown', '');
      return HIDDEN;
    }
    const enabled = this.computeEnabled(pass);
    const base = {
      visible: true,
      // Why it cannot act is not known before its data is.
      props: enabled === PENDING ? keepEqual(old.props, withoutNote(props)) : props,
      enabled: enabled === true,
      busy: host.isBusy(this.instance),
      filled: old.filled,
    };
    const place = this.fieldPlace;
    if (place) {
      const { value, problem, isRequired } = host.field(place.form, place.name);
      return {
        ...base,
        ...(value !== undefined && { value }),
        ...(problem !== undefined && { problem }),
        ...(isRequired && { isRequired }),
      };
    }
    const value = this.plan.bind && this.scope.read(this.plan.bind);
    return value === undefined || value === PENDING || value instanceof Failure ? base : { ...base, value };
  }

  private computeEnabled(pass: Pass): boolean | typeof PENDING {
    if (this.plan.enabled === undefined) return true;
    const result = evaluate(this.plan.enabled, this.scope, pass.meter);
    if (result instanceof Failure) pass.fault('condition/failed', result.reason);
    return result === PENDING ? PENDING : result === true;
  }

  private reads(): Iterable<string> {
    const own = this.plan.each ? itemReads(this.plan) : this.plan.reads;
    const place = this.fieldPlace;
    const bound = place ? `form.${place.form}.${place.name}` : this.plan.bind?.join('.');
    return bound === undefined ? own : [...own, bound];
  }

  private makeSlots(): { readonly [slot: string]: readonly (TreeNode | TreeRepeat)[] } {
    if (!this.plan.slots) return NO_SLOTS;
    const inside = this.inside();
    return Object.fromEntries(
      Object.entries(this.plan.slots).map(([slot, plans]) => [
        slot,
        plans.map((plan) => makeChild(plan, inside)),
      ]),
    );
  }

  private inside(): Surroundings {
    const around = { ...this.around, parent: this, depth: this.around.depth + 1 };
    const keys = this.instance.slice(
      around.instancePrefix.length + this.plan.id.length - around.planPrefix.length,
    );
    if (this.plan.type === 'form') return { ...around, keys, form: this.instance };
    if (this.plan.type !== 'part') return { ...around, keys };
    const planPrefix = `${this.plan.id}/`;
    const instancePrefix = `${this.instance}/`;
    return {
      ...around,
      scope: this.scope.inPart(planPrefix, instancePrefix),
      planPrefix,
      instancePrefix,
      keys: '',
    };
  }

  private dropSlots(): void {
    for (const children of Object.values(this.slots)) for (const child of children) child.dispose();
    this.slots = NO_SLOTS;
    this.spare?.dispose();
    this.spare = undefined;
  }

  private hasDrawnChild(): boolean {
    return Object.values(this.slots).some((children) => children.some((child) => child.isDrawn));
  }
}

function withoutNote({ disabledNote, ...props }: NodeSnapshot['props']): NodeSnapshot['props'] {
  return disabledNote === undefined ? props : props;
}

interface Item {
  readonly node: TreeNode;
  readonly item: Frame;
  readonly at: Frame | undefined;
}

/** A node under `each`: an instance per key, kept while its key is there. */
export class TreeRepeat extends Unit implements LiveRepeat {
  readonly kind = 'repeat';
  private readonly each: EachPlan;
  private items = new Map<string, Item>();
  private current: RepeatSnapshot = { items: [] };

  constructor(plan: NodePlan, each: EachPlan, around: Surroundings) {
    super(plan, around, around.keys);
    this.each = each;
    around.host.index(this, this.reads());
    this.refresh();
  }

  snapshot(): RepeatSnapshot {
    return this.current;
  }

  get isDrawn(): boolean {
    return this.current.items.some((node) => (node as TreeNode).isDrawn);
  }

  refresh(): void {
    const { host } = this.around;
    host.computed(this);
    const wasDrawn = this.isDrawn;
    const fresh = new Map<string, Item>();
    for (const { key, item, at } of listItems(this.each, this.around.scope, this.pass())) {
      const old = this.items.get(key);
      if (old) this.keepItem(old, item, at);
      fresh.set(key, old ?? this.makeItem(key, item, at));
    }
    for (const [key, old] of this.items) if (!fresh.has(key)) old.node.dispose();
    this.items = fresh;
    const items = [...fresh.values()].map(({ node }) => node);
    const kept = this.current.items;
    if (items.length === kept.length && items.every((node, index) => node === kept[index])) return;
    this.current = { items };
    host.tell(this);
    if (wasDrawn !== this.isDrawn && this.around.parent) host.refill(this.around.parent);
  }

  override dispose(): void {
    super.dispose();
    for (const { node } of this.items.values()) node.dispose();
  }

  private keepItem(old: Item, item: Result, at: number): void {
    setFrame(this.around.host, old.item, keepEqual(old.item.value, item));
    if (old.at) setFrame(this.around.host, old.at, at);
  }

  private makeItem(key: string, value: Result, at: number): Item {
    const item: Frame = { name: this.each.as, value, outer: this.around.scope.frame };
    const index: Frame | undefined =
      this.each.at === undefined ? undefined : { name: this.each.at, value: at, outer: item };
    const keys = `${this.around.keys}[${encodeKey(key)}]`;
    const scope = this.around.scope.framed(index ?? item);
    // A repeat has no snapshot of its own to fill: its items tell the node around it.
    const node = new TreeNode(this.plan, { ...this.around, scope, depth: this.around.depth + 1 }, keys);
    return { node, item, at: index };
  }

  private reads(): Iterable<string> {
    const names = [this.each.as, this.each.at];
    const reads = readsOf(this.each.list);
    for (const path of readsOf(this.each.key)) {
      if (!names.includes(path.split('.', 1)[0])) reads.add(path);
    }
    return reads;
  }
}

function setFrame(host: TreeHost, frame: Frame, value: Result): void {
  if (Object.is(frame.value, value)) return;
  const old = frame.value;
  frame.value = value;
  host.frameChanged(frame, old);
}

/** Keys come from data: what has a meaning in instances and dotted paths is escaped. */
function encodeKey(key: string): string {
  return key.replace(/[%./[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function isSameSnapshot(a: NodeSnapshot, b: NodeSnapshot): boolean {
  return (
    a.visible === b.visible &&
    a.props === b.props &&
    a.enabled === b.enabled &&
    a.busy === b.busy &&
    a.filled === b.filled &&
    Object.is(a.value, b.value) &&
    a.problem === b.problem &&
    a.isRequired === b.isRequired
  );
}
