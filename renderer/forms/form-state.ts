import type { Engine, FieldRows, SuppliedField, SupplyState } from '../runtime/ports.ts';
import type { FormProblems } from '../runtime/live.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Result, Scope, Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { LibraryForm } from './library-form.ts';
import { isEqual, readPath } from '../plan/value.ts';
import type { StepsView } from '../plan/steps.ts';
import { type Rule, rulesNow } from './rules.ts';
import { writeText } from './text-values.ts';
import type { RemoteChecks } from './remote.ts';
import type { FieldUploads } from './uploads.ts';

/** A field for validation and sending. */
export interface Field {
  /** `words`, or `items.code` in a map of server-chosen fields. */
  readonly name: string;
  readonly plan: NodePlan;
  rulesNow(): readonly Rule[];
  /** Computes the value, if the person does not enter it. */
  readonly compute?: Expression | undefined;
  /** The value until it is set. */
  readonly initial?: Value | undefined;
  /** The field in error pointers: its name, or `incomes/0/amount`. */
  pointer(): string;
  /** Conditions for its visibility. */
  readonly shownWhen: readonly Expression[];
  isShown(): boolean;
  /** The scope for its rules. */
  scope(): Scope;
}

/** A map of server-chosen fields. */
export interface FieldMap {
  readonly name: string;
  /** Conditions of the map and of its containers in the form. */
  readonly shownWhen: readonly Expression[];
  /** By field name, in the order of the map. */
  fields: ReadonlyMap<string, SuppliedField>;
  state: SupplyState;
  /** Values by name. The same object until one changes. */
  values: { readonly [name: string]: Value } | undefined;
}

/** Fields that form one value: a record, or a list of records. */
export interface Nest {
  readonly name: string;
  /** The current fields of the map, in order. */
  nested(): readonly Field[];
}

export type Part = Field | FieldMap | Nest;

/** The container of fields. */
export interface Within {
  /** Name prefix of the fields: `incomes.r1.`. */
  readonly prefix: string;
  /** Conditions of the containers in the form. */
  readonly shownWhen: readonly Expression[];
  /** The scope for rules and conditions. */
  scope(): Scope;
  /** Prefix in error pointers: `incomes/0/`. */
  pointer(): string;
}

/** The groups and repeating groups of a form: `repeat.ts`. */
export interface Nests {
  make(plan: NodePlan, name: string, within: Within): Nest;
  /** The field with this name in any nest. */
  field(name: string): Field | undefined;
  has(name: string): boolean;
  /** The value of a nest; absent if it was hidden at sending. */
  value(name: string): Value | undefined;
  /** The value of a container of this field changed. */
  forget(name: string): void;
  /** Fixes the pointers of fields at sending; problems from services use them. */
  keepPlaces(): void;
  /** The field's pointer in the last send; undefined if it was not sent. */
  placeSent(field: Field): string | undefined;
  /** Operations of a repeating group and of its records. */
  rows(name: string): FieldRows | undefined;
  /** Sets the fields of a nest from a value. */
  write(name: string, value: Value | undefined): void;
  /** Restores the initial number of records, all empty. */
  reset(): void;
}

/** The methods of the form that nests need. */
export interface NestHost {
  readonly form: Form;
  /** Adds and removes fields of the form. */
  enter(fields: readonly Field[]): void;
  leave(names: readonly string[]): void;
  set(name: string, value: Value | undefined): void;
  touch(names: readonly string[]): void;
  /** The person added or removed a record. */
  changed(name: string): void;
}

export interface Form {
  readonly id: string;
  /** In document order; a map is at the position of its fields. */
  parts: readonly Part[];
  /** Fields outside maps and nests, by name, for access without a search. */
  fields: ReadonlyMap<string, Field>;
  maps: ReadonlyMap<string, FieldMap>;
  nests: Nests | undefined;
  readonly plan: NodePlan;
  readonly library: LibraryForm;
  /** Of upload fields, by name. */
  readonly uploads: Map<string, FieldUploads>;
  /** Fields that were hidden at the last validation; absent for the sending list. Undefined: not validated yet. */
  hidden: ReadonlySet<string> | undefined;
  /** Fields that reads skip now: the hidden ones while the sending list reads the form, else none. */
  dropped: ReadonlySet<string>;
  problems: FormProblems | undefined;
  /** Stops the watching of problems. */
  unfollow: (() => void) | undefined;
  /** Remote validation of its fields. */
  remote: RemoteChecks | undefined;
  /** The sending run. Until it ends no other run sends the form. */
  sentBy: string | undefined;
  /** Id of the last run that sent the form, successful or not. */
  sentLast: string | undefined;
  /** Index of the step that was requested last. */
  step: number;
  /** Undefined for a form without steps. */
  steps: FormSteps | undefined;
}

/** The steps of a form: `steps.ts`, a separate chunk. */
export interface FormSteps {
  /** The same object until it changes. */
  view(): StepsView | undefined;
  /** Shows the step that contains this field. */
  show(name: string): void;
  /** Goes to the first step. */
  restart(): void;
}

/** The methods of a form for code in separate chunks. */
export interface FormHost {
  readonly engine: Engine;
  readonly form: Form;
  fields(): readonly Field[];
  value(name: string): Value | undefined;
  /** Writes without notifying listeners. */
  set(name: string, value: Value | undefined): void;
  hasProblem(name: string): boolean;
  /** Notifies the readers of these fields. */
  touch(...names: readonly string[]): void;
  /** The person edited a field: updates the draft. */
  changed(name: string): void;
  /** Stores pending changes. */
  save(): void;
}

export function isMap(part: Part): part is FieldMap {
  return 'fields' in part;
}

export function isNest(part: Part): part is Nest {
  return 'nested' in part;
}

const NESTS: ReadonlySet<string> = new Set(['repeat', 'group']);

export function* partsOf(
  slots: NodePlan['slots'],
  within: Within,
  nests: Nests | undefined,
): Generator<Part> {
  for (const node of Object.values(slots ?? {}).flat()) {
    const inside =
      node.visible === undefined ? within : { ...within, shownWhen: [...within.shownWhen, node.visible] };
    const own = node.props?.['name'];
    const name = typeof own === 'string' ? within.prefix + own : undefined;
    if (name !== undefined && NESTS.has(node.type)) {
      if (nests !== undefined) yield nests.make(node, name, inside);
      continue;
    }
    if (name !== undefined && node.supply !== undefined) {
      yield { name, shownWhen: inside.shownWhen, fields: new Map(), state: 'loading', values: undefined };
    } else if (name !== undefined) yield new WrittenField(node, name, inside);
    if (node.slots !== undefined) yield* partsOf(node.slots, inside, nests);
  }
}

/** A field of the definition. A form has thousands of them, so they derive everything from the plan on access. */
export class WrittenField implements Field {
  readonly plan: NodePlan;
  readonly name: string;
  private readonly within: Within;

  constructor(plan: NodePlan, name: string, within: Within) {
    this.plan = plan;
    this.name = name;
    this.within = within;
  }

  get shownWhen(): readonly Expression[] {
    return this.within.shownWhen;
  }

  get compute(): Expression | undefined {
    return this.plan.props?.['compute'];
  }

  /** Only a literal initial value, no expression. */
  get initial(): Value | undefined {
    const initial = this.plan.props?.['initial'];
    return typeof initial === 'object' ? undefined : initial;
  }

  scope(): Scope {
    return this.within.scope();
  }

  rulesNow(): readonly Rule[] {
    return rulesNow(this.plan, this.scope());
  }

  isShown(): boolean {
    return areShown(this.shownWhen, this.scope());
  }

  pointer(): string {
    return this.within.pointer() + this.name.slice(this.within.prefix.length);
  }
}

export function areShown(conditions: readonly Expression[], scope: Scope): boolean {
  return conditions.every((condition) => evaluate(condition, scope) === true);
}

export function valueOf(form: Form, name: string): Value | undefined {
  if (form.nests?.has(name) === true) return form.nests.value(name);
  return form.library.value(name);
}

/** The values of a map for expressions, by name. The same object until one changes. */
function valuesOf(form: Form, map: FieldMap): { readonly [name: string]: Value } {
  if (map.values !== undefined) return map.values;
  const values: { [name: string]: Value } = Object.create(null);
  for (const name of map.fields.keys()) {
    const full = `${map.name}.${name}`;
    const value = form.dropped.has(full) ? undefined : valueOf(form, full);
    if (value !== undefined) values[name] = writeText(value);
  }
  map.values = values;
  return values;
}

/** An entry of a map, or the whole map. Reading one entry does not visit the others. */
export function readMap(form: Form, map: FieldMap, [name, ...rest]: readonly string[]): Result {
  if (name === undefined) return valuesOf(form, map);
  const full = `${map.name}.${name}`;
  if (!map.fields.has(name) || form.dropped.has(full)) return undefined;
  const value = valueOf(form, full);
  return readPath(value === undefined ? undefined : writeText(value), rest);
}

/** If a text was empty initially, clearing it restores that state; cleared data is an empty text. */
export function emptyAtFirst({ initial }: Field, value: Value | undefined): Value | undefined {
  return value === '' && initial === undefined ? undefined : value;
}

/** Compares by content, because the library copies values. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isEqual(one, other, () => {}));
}

export function problemOf(form: Form, name: string): string | undefined {
  return form.library.problem(name);
}
