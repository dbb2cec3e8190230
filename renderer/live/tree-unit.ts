import type { Meter } from '../plan/evaluate.ts';
import type { Result } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { Pass } from './compute-props.ts';
import type { FieldState, SuppliedField, SupplyState } from './ports.ts';
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
  /** The fields of a map that a server chooses are these. */
  supply(form: string, name: string, fields: readonly SuppliedField[], state: SupplyState): void;
  /** Makes a place where fields that a server chooses stand. */
  fieldList(plan: NodePlan, around: Surroundings): TreeUnit;
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

const NOBODY: readonly (() => void)[] = [];

/** What a slot holds. */
export type TreeUnit = Unit & LiveChild;

/** A node or a repeated one: computed again when something it reads changed. */
export abstract class Unit {
  readonly plan: NodePlan;
  readonly around: Surroundings;
  readonly instance: string;
  isDisposed = false;
  /** Most have one: whoever draws it. */
  private listeners: readonly (() => void)[] = NOBODY;

  constructor(plan: NodePlan, around: Surroundings, keys: string) {
    this.plan = plan;
    this.around = around;
    this.instance = around.instancePrefix + plan.id.slice(around.planPrefix.length) + keys;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    // A spread one keeps room for 16 more.
    this.listeners = this.listeners.concat(listener);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  };

  tellListeners(): void {
    for (const listener of this.listeners) listener();
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
