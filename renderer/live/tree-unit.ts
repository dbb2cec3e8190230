import type { Meter } from '../plan/evaluate.ts';
import type { Result } from '../plan/expression.ts';
import type { NodePlan, SupplyPlan } from '../plan/plan.ts';
import type { Pass } from './compute-props.ts';
import type { FieldState } from './ports.ts';
import type { FormNews, LiveChild } from './live.ts';
import type { Frame, LiveScope } from './scope.ts';
import type { Supply } from './supply.ts';
import type { TreeNode } from './tree-node.ts';

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
  news(form: string): FormNews;
  /** What makes the fields that a server chooses; undefined until its code is there, which the owner is told by `supplyPath`. */
  makeSupply(plan: SupplyPlan, owner: TreeNode): Supply | undefined;
  /** A unit has to be computed again, in this pass. */
  again(unit: Unit): void;
  /** A choice has new options or a new value. */
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
  /** The fields that a server chooses, around the places where they stand. */
  readonly supply?: Supply | undefined;
  /** Of such a field: its name in the form, `items.code`. */
  readonly field?: string | undefined;
  /** What names of fields begin with in the form: the record they are members of, `incomes.r1.`. */
  readonly nest?: string | undefined;
  /** It stands for an item that is still loading: it takes its place whatever its condition will say. */
  readonly isPlaceholder?: boolean | undefined;
}

interface Read {
  /** First two names, as the store tells of them. */
  readonly key: string;
  readonly path: readonly string[];
}

/** What a unit reads beside its own field: paths under roots, of forms, and from names of lists around it. */
export interface Readings {
  readonly roots: readonly Read[];
  /** Dotted, as forms tell of them. */
  readonly forms: readonly string[];
  readonly frames: readonly { readonly frame: Frame; readonly path: readonly string[] }[];
}

/** Most fields of a long form read nothing else: what says so is one for all of them. */
export const NO_READINGS: Readings = { roots: [], forms: [], frames: [] };

type Listener = () => void;
const NOBODY: readonly Listener[] = [];

/** What a slot holds. */
export type TreeUnit = Unit & LiveChild;

/** A node or a repeated one: computed again when something it reads changed. */
export abstract class Unit<Snapshot = unknown> {
  readonly plan: NodePlan;
  readonly around: Surroundings;
  readonly instance: string;
  readonly subscribe: (listener: Listener) => () => void;
  readonly snapshot: () => Snapshot;
  isDisposed = false;
  /** Written by the tree that finds the unit by them. */
  readings: Readings = NO_READINGS;
  protected current: Snapshot;
  /** Most have one, whoever draws it, and of a long form a list for each would be part of the heap. */
  private listeners: Listener | readonly Listener[] = NOBODY;

  constructor(plan: NodePlan, around: Surroundings, keys: string, first: Snapshot) {
    this.plan = plan;
    this.around = around;
    this.instance = around.instancePrefix + plan.id.slice(around.planPrefix.length) + keys;
    this.current = first;
    // Bound they take less than functions written here: of a long form every node keeps them.
    this.subscribe = this.listen.bind(this);
    this.snapshot = this.now.bind(this);
  }

  private listen(listener: Listener): () => void {
    const before = this.listening();
    this.listeners = before.length === 0 ? listener : [...before, listener];
    return this.unlisten.bind(this, listener);
  }

  private unlisten(listener: Listener): void {
    this.listeners = this.listening().filter((one) => one !== listener);
  }

  private now(): Snapshot {
    return this.current;
  }

  tellListeners(): void {
    for (const listener of this.listening()) listener();
  }

  private listening(): readonly Listener[] {
    return typeof this.listeners === 'function' ? [this.listeners] : this.listeners;
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
