import { evaluate } from '../plan/evaluate.ts';
import { Failure, PENDING, type Result, type Value } from '../plan/expression.ts';
import type { EachPlan, NodePlan } from '../plan/plan.ts';
import { termsOf } from '../plan/terms.ts';
import { computeProps, isVisible, listItems, type Pass, type Props } from './compute-props.ts';
import { keepEqual } from './keep-equal.ts';
import type { LiveNode, LiveRepeat, NodeSnapshot, RepeatSnapshot } from './live.ts';
import { emptySources, optionSources, sourcePhase } from './option-sources.ts';
import { nodeReads, readsOf } from './reads.ts';
import { encodeKey, setFrame } from './item-frames.ts';
import { type Frame, type LiveScope, nameIn } from './scope.ts';
import type { Supply } from './supply.ts';
import { type Surroundings, type TreeUnit, Unit } from './tree-unit.ts';

/** Groups that are hidden when all their children are, unless they have a text for that case. */
const GROUPS: ReadonlySet<string> = new Set(['section', 'part', 'form', 'fields', 'group']);

export function makeChild(plan: NodePlan, around: Surroundings): TreeUnit {
  if (plan.type === 'field-list' && around.supply !== undefined) return around.supply.makeList(plan, around);
  return plan.each ? new TreeRepeat(plan, plan.each, around) : new TreeNode(plan, around, around.keys);
}

/** Widgets that show the progress in a form with steps. */
const OF_STEPS: ReadonlySet<string> = new Set(['steps', 'review']);

const NOTHING: Props = {};
const NO_KEYS: readonly undefined[] = [];
const NO_SLOTS: { readonly [slot: string]: readonly TreeUnit[] } = {};
const HIDDEN: NodeSnapshot = { visible: false, props: NOTHING, enabled: false, busy: false, filled: false };

interface FieldPlace {
  readonly form: string;
  readonly name: string;
}

export class TreeNode extends Unit<NodeSnapshot> implements LiveNode {
  slots: { readonly [slot: string]: readonly TreeUnit[] } = NO_SLOTS;
  private spare: TreeNode | undefined;
  /** The chosen option. Its key identifies the option after the options are read again. */
  chosen: { readonly key: string; readonly value: Value } | undefined;

  /** The value that the widget is writing now and already shows. */
  shown: Value | undefined;

  /** Creates the fields that a server chooses. */
  private supply: Supply | undefined;
  private keys: readonly (string | undefined)[] = NO_KEYS;

  /** The name of the field in its form. */
  private readonly fieldName: string | undefined;

  constructor(plan: NodePlan, around: Surroundings, keys: string) {
    super(plan, around, keys, HIDDEN);
    this.fieldName = this.nameInForm();
    this.keys = this.readKeys();
    around.host.index(this, this.reads());
    this.refresh();
  }

  // A getter, not a member, to save memory: a long form has a thousand nodes.
  get kind(): 'node' {
    return 'node';
  }

  get scope(): LiveScope {
    return this.around.scope;
  }

  /** The form that a tap on this node submits. The node is busy while any run submits it. */
  get sends(): string | undefined {
    const form = this.plan.on?.['tap']?.find((action) => action.do === 'submit')?.props?.['form'];
    return typeof form === 'string' ? nameIn(this.scope, form) : undefined;
  }

  get isDrawn(): boolean {
    if (!this.current.visible) return false;
    const { filled, props } = this.current;
    const { rows } = props;
    if (this.plan.type === 'rows' && Array.isArray(rows) && rows.length === 0) return false;
    return !GROUPS.has(this.plan.type) || filled || this.isAwaited || 'empty' in props || 'blocked' in props;
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

  private nameInForm(): string | undefined {
    const { form, nest = '', field } = this.around;
    const name = this.plan.supply === undefined ? (field ?? this.plan.props?.['name']) : undefined;
    if (form === undefined || typeof name !== 'string') return undefined;
    const record = this.isRecord ? `.${this.instance.slice(this.instance.lastIndexOf('[') + 1, -1)}` : '';
    return nest + name + record;
  }

  /** The form and name, if the node is a form's field. */
  get fieldPlace(): FieldPlace | undefined {
    const { form } = this.around;
    const name = this.fieldName;
    return form === undefined || name === undefined ? undefined : { form, name };
  }

  /** The path under which the form notifies of this field. */
  get fieldPath(): string | undefined {
    const place = this.fieldPlace;
    return place && pathOfField(place.form, place.name);
  }

  /** One record of a repeating group. */
  private get isRecord(): boolean {
    return this.plan.type === 'repeat' && this.plan.each !== undefined;
  }

  /** Optional resources that provide the options. Required ones show their state for the whole screen. */
  private get sources(): readonly string[] {
    const names = optionSources(this.plan);
    if (names.length === 0) return names;
    const { data } = this.scope.sources.plan;
    return names.filter((name) => data[name]?.optional === true);
  }

  /**
   * The code that creates server-chosen fields is not loaded yet. The node counts as filled, because the fields will
   * appear.
   */
  private get isAwaited(): boolean {
    return this.plan.supply !== undefined && this.supply === undefined;
  }

  get isField(): boolean {
    return this.plan.bind !== undefined || this.fieldName !== undefined;
  }

  refresh(): void {
    const old = this.current;
    const wasDrawn = this.isDrawn;
    this.followKeys();
    const fresh = this.compute(old);
    if (fresh.visible && !this.isAwaited && this.slots === NO_SLOTS) this.slots = this.makeSlots();
    if (!fresh.visible && old.visible) this.dropSlots();
    this.settle({ ...fresh, filled: this.hasDrawnChild() }, wasDrawn);
    if (this.isField && fresh.visible && 'options' in fresh.props) this.around.host.optionsChanged(this);
  }

  /** A child became visible or hidden. */
  refill(): void {
    if (this.isDisposed) return;
    const filled = this.hasDrawnChild();
    if (filled !== this.current.filled) this.settle({ ...this.current, filled }, this.isDrawn);
  }

  /** A list of this node started or ended. Does not compute the expressions again. */
  rebusy(): void {
    const busy = this.isBusy();
    if (busy !== this.current.busy && this.current.visible)
      this.settle({ ...this.current, busy }, this.isDrawn);
  }

  override dispose(): void {
    super.dispose();
    this.dropSlots();
  }

  private isBusy(): boolean {
    const { host } = this.around;
    return host.isBusy(this.instance) || (this.sends !== undefined && host.isBusy(this.sends));
  }

  private settle(fresh: NodeSnapshot, wasDrawn: boolean): void {
    const isSame = isSameBesidesValue(this.current, fresh);
    if (isSame && Object.is(this.current.value, fresh.value)) return;
    this.current = fresh;
    // The widget already has the value: from its form, or because it wrote it.
    const hasValue =
      fresh.joint !== undefined || (this.shown !== undefined && Object.is(this.shown, fresh.value));
    if (isSame && hasValue) return;
    this.around.host.tell(this);
    if (wasDrawn !== this.isDrawn && this.around.parent) this.around.host.refill(this.around.parent);
  }

  private compute(old: NodeSnapshot): NodeSnapshot {
    const { host, overlay, parent, isPlaceholder } = this.around;
    host.computed(this);
    const pass = this.pass();
    // The condition of an overlay is computed only when it opens.
    const isShown = isPlaceholder === true || (overlay !== undefined && parent === undefined);
    if (!isShown && !isVisible(this.plan.visible, this.scope, pass)) return HIDDEN;
    if (this.sends !== undefined && host.news(this.sends).isClosed) return HIDDEN;
    if (this.plan.supply !== undefined) this.supply ??= host.makeSupply(this.plan.supply, this);
    const isBlocked = this.supply?.arrange(pass) === 'blocked';
    const computed = this.withKnownEmpty(computeProps(this.plan, this.scope, pass));
    const props = keepEqual(old.props, isBlocked ? { ...computed, blocked: true } : computed);
    const amounts = termsOf(this.plan) ?? [];
    if (amounts.some((name) => typeof props[name] !== 'number' && props[name] !== PENDING)) {
      pass.fault('amount/not-shown', '');
      return HIDDEN;
    }
    const enabled = this.computeEnabled(pass);
    const base: { -readonly [K in keyof NodeSnapshot]: NodeSnapshot[K] } = {
      visible: true,
      // The reason why a button is disabled is unknown before the data of its condition is loaded.
      props: enabled === PENDING ? keepEqual(old.props, withoutNote(props)) : props,
      enabled: enabled === true,
      busy: this.isBusy(),
      filled: old.filled,
    };
    const source = sourcePhase(this.scope.sources.store.get().data, this.sources);
    if (source !== undefined) base.source = source;
    const place = this.fieldPlace;
    if (place) {
      const { value, joint, problem, warning, isRequired, uploads, remote, rows } = host.field(
        place.form,
        place.name,
      );
      return {
        ...base,
        ...(value !== undefined && { value }),
        ...(joint !== undefined && { joint }),
        ...(problem !== undefined && { problem }),
        ...(warning !== undefined && { warning }),
        ...(isRequired && { isRequired }),
        ...(uploads !== undefined && { uploads }),
        ...(remote !== undefined && { remote }),
        ...(rows !== undefined && { rows }),
      };
    }
    if (this.plan.type === 'form') {
      const { problems, draft, edits } = host.news(this.instance);
      return { ...base, ...(problems && { problems }), ...(draft && { draft }), ...(edits && { edits }) };
    }
    if (OF_STEPS.has(this.plan.type) && this.around.form !== undefined) {
      const steps = host.news(this.around.form).steps?.();
      return { ...base, ...(steps && { steps }) };
    }
    const value = this.plan.bind && this.scope.read(this.plan.bind);
    return value === undefined || value === PENDING || value instanceof Failure ? base : { ...base, value };
  }

  /** Whether the node is empty is unknown while data that decide it are loading, or failed. */
  private withKnownEmpty(props: Props): Props {
    const phase = sourcePhase(this.scope.sources.store.get().data, emptySources(this.plan));
    if (phase === undefined) return props;
    const { empty: _empty, ...rest } = props;
    return phase === 'loading' && this.plan.lists?.['rows'] !== undefined
      ? { ...rest, empty: PENDING }
      : rest;
  }

  private computeEnabled(pass: Pass): boolean | typeof PENDING {
    if (this.plan.enabled === undefined) return true;
    const result = evaluate(this.plan.enabled, this.scope, pass.meter);
    if (result instanceof Failure) pass.fault('condition/failed', result.reason);
    return result === PENDING ? PENDING : result === true;
  }

  private reads(): Iterable<string> {
    const { paths, keyed } = nodeReads(this.plan);
    const reads = [...paths];
    for (const [at, { map }] of keyed.entries()) {
      reads.push(this.keys[at] === undefined ? map : `${map}.${this.keys[at]}`);
    }
    for (const name of this.sources) reads.push(`phase.${name}`);
    for (const name of emptySources(this.plan)) reads.push(`phase.${name}`);
    const { bind, type } = this.plan;
    const form = type === 'form' ? this.instance : OF_STEPS.has(type) ? this.around.form : this.sends;
    const news = form === undefined ? undefined : statusPath(form);
    if (bind !== undefined && this.fieldName === undefined) reads.push(bind.join('.'));
    if (news !== undefined) reads.push(news);
    if (this.plan.supply !== undefined) reads.push(supplyPath(this.around.form ?? ''));
    return reads;
  }

  /**
   * Keys of the map entries that the node reads. Undefined stands for a key that is no valid name: then the
   * node reads the whole map.
   */
  private readKeys(): readonly (string | undefined)[] {
    const { keyed } = nodeReads(this.plan);
    if (keyed.length === 0) return NO_KEYS;
    return keyed.map(({ key }) => {
      const name = this.scope.read(key);
      return typeof name === 'string' && !name.includes('.') ? name : undefined;
    });
  }

  /** The item has other keys now: the node reads other entries. */
  private followKeys(): void {
    const keys = this.readKeys();
    if (keys === this.keys || keys.every((key, at) => key === this.keys[at])) return;
    this.around.host.forget(this);
    this.keys = keys;
    this.around.host.index(this, this.reads());
  }

  private makeSlots(): { readonly [slot: string]: readonly TreeUnit[] } {
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
    const isNest = this.isRecord || this.plan.type === 'group';
    const nest = isNest ? `${this.fieldName}.` : this.around.nest;
    const around = { ...this.around, parent: this, depth: this.around.depth + 1, nest };
    const keys = this.instance.slice(
      around.instancePrefix.length + this.plan.id.length - around.planPrefix.length,
    );
    if (this.plan.type === 'form') return { ...around, keys, form: this.instance };
    if (this.supply !== undefined) return { ...around, keys, supply: this.supply };
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
    if (this.slots === NO_SLOTS) return false;
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

/** A node under `each`: one instance per key, reused while its key exists. */
export class TreeRepeat extends Unit<RepeatSnapshot> implements LiveRepeat {
  readonly kind = 'repeat';
  private readonly each: EachPlan;
  private items = new Map<string, Item>();

  constructor(plan: NodePlan, each: EachPlan, around: Surroundings) {
    super(plan, around, around.keys, { items: [] });
    this.each = each;
    around.host.index(this, this.reads());
    this.refresh();
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
    // Parent of the items is the node around the repeat, because a repeat has no `filled` to update.
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

/** The path under which a form notifies of one of its fields. */
export function pathOfField(form: string, name: string): string {
  // `join` makes one flat string; concatenation would keep the pieces in memory, too.
  return ['form', form, name].join('.');
}

/**
 * The path under which a form notifies that the code for server-chosen fields is loaded. No field can have this name.
 */
export function supplyPath(form: string): string {
  return `form.${form}.#supply`;
}

/** The path under which a form notifies of its status. No field can have this name. */
export function statusPath(form: string): string {
  return `form.${form}.#news`;
}

export function isSameBesidesValue(a: NodeSnapshot, b: NodeSnapshot): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof NodeSnapshot)[];
  return names.every((name) => name === 'value' || a[name] === b[name]);
}
