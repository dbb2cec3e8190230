import type { Meter } from '../plan/evaluate.ts';
import type { Result } from '../plan/expression.ts';
import type { NodePlan, SupplyPlan } from '../plan/plan.ts';
import type { Pass } from './compute-props.ts';
import type { FieldState } from './ports/field-state.ts';
import type { FormStatus, LiveChild } from './live.ts';
import type { Frame, LiveScope } from './scope.ts';
import type { Supply } from './supply.ts';
import type { TreeNode } from './tree-node.ts';

/** The methods of the tree that nodes use. */
export interface TreeHost {
  /** Indexes a unit by the paths that it reads. */
  index(unit: Unit, reads: Iterable<string>): void;
  forget(unit: Unit): void;
  /** A unit's snapshot changed: its listeners run at the end of the commit. */
  tell(unit: Unit): void;
  /** A child became visible or hidden. */
  refill(node: TreeNode): void;
  /** The value of a name from `each` changed. */
  frameChanged(frame: Frame, old: Result): void;
  isBusy(instance: string): boolean;
  field(form: string, name: string): FieldState;
  news(form: string): FormStatus;
  /**
   * Creates the server-chosen fields. Undefined until the code is loaded; then the owner is notified by `supplyPath`.
   */
  makeSupply(plan: SupplyPlan, owner: TreeNode): Supply | undefined;
  /** Recomputes a unit in this pass. */
  again(unit: Unit): void;
  /** A choice has new options or a new value. */
  optionsChanged(node: TreeNode): void;
  /** Remaining steps in this pass over the screen. */
  readonly meter: Meter;
  fault(code: string, unit: Unit, detail: string): void;
  /** Called once per computation of a unit; for tests that count. */
  computed(unit: Unit): void;
}

/** The context of a unit. */
export interface Surroundings {
  readonly host: TreeHost;
  readonly scope: LiveScope;
  readonly parent: TreeNode | undefined;
  readonly depth: number;
  readonly overlay: string | undefined;
  /** Instance of the form around it, which is the form's name for `FormsPort`. */
  readonly form: string | undefined;
  /** Id prefix of the part around it, in the plan and in instances. */
  readonly planPrefix: string;
  readonly instancePrefix: string;
  /** `[key]` of every list around it within that part. */
  readonly keys: string;
  /** The server-chosen fields, in units that show them. */
  readonly supply?: Supply | undefined;
  /** A server-chosen field's name in the form: `items.code`. */
  readonly field?: string | undefined;
  /** Name prefix of the fields of the record around it: `incomes.r1.`. */
  readonly nest?: string | undefined;
  /** A placeholder for a loading item: its condition is ignored. */
  readonly isPlaceholder?: boolean | undefined;
}

interface Read {
  /** First two names, as `Store.subscribe` takes them. */
  readonly key: string;
  readonly path: readonly string[];
}

/** What a unit reads besides its own field: paths under roots, in forms, and under names from `each`. */
export interface Readings {
  readonly roots: readonly Read[];
  /** Dotted, as `Store.touch` takes them. */
  readonly forms: readonly string[];
  readonly frames: readonly { readonly frame: Frame; readonly path: readonly string[] }[];
}

/** Shared by the many fields of a long form that read nothing else. */
export const NO_READINGS: Readings = { roots: [], forms: [], frames: [] };

type Listener = () => void;
const NO_LISTENERS: readonly Listener[] = [];

/** An entry of a slot. */
export type TreeUnit = Unit & LiveChild;

/** A node or a repeated node; recomputed when a value that it reads changes. */
export abstract class Unit<Snapshot = unknown> {
  readonly plan: NodePlan;
  readonly around: Surroundings;
  readonly instance: string;
  readonly subscribe: (listener: Listener) => () => void;
  readonly snapshot: () => Snapshot;
  isDisposed = false;
  /** Set by the tree, which indexes the unit by these readings. */
  readings: Readings = NO_READINGS;
  protected current: Snapshot;
  /** Most units have one listener; an array for each would use memory in a long form. */
  private listeners: Listener | readonly Listener[] = NO_LISTENERS;

  constructor(plan: NodePlan, around: Surroundings, keys: string, first: Snapshot) {
    this.plan = plan;
    this.around = around;
    this.instance = around.instancePrefix + plan.id.slice(around.planPrefix.length) + keys;
    this.current = first;
    // Bound functions take less memory than closures; every node of a long form has them.
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
