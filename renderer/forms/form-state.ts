import type { Engine, FieldRows, SuppliedField, SupplyState } from '../live/ports.ts';
import type { FormProblems } from '../live/live.ts';
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

/** A field as checking and sending see it. */
export interface Field {
  /** `words`, or `items.code` of a map that a server chooses. */
  readonly name: string;
  readonly plan: NodePlan;
  rulesNow(): readonly Rule[];
  /** Its value, where nobody writes it. */
  readonly compute?: Expression | undefined;
  /** Its value until somebody gives it another. */
  readonly initial?: Value | undefined;
  /** How errors name it: its name, or `incomes/0/amount`. */
  pointer(): string;
  /** What it depends on whether it is shown. */
  readonly shownWhen: readonly Expression[];
  isShown(): boolean;
  /** Where its rules are computed. */
  scope(): Scope;
}

/** A map whose fields a server chooses. */
export interface FieldMap {
  readonly name: string;
  /** Conditions of the map and of what it stands in, inside the form. */
  readonly shownWhen: readonly Expression[];
  /** By their names in the map, in order. */
  fields: ReadonlyMap<string, SuppliedField>;
  state: SupplyState;
  /** The values by name, until one becomes another. */
  values: { readonly [name: string]: Value } | undefined;
}

/** Fields that make up one value together: a record, or a list of records. */
export interface Nest {
  readonly name: string;
  /** Those that are in it now, in order. */
  nested(): readonly Field[];
}

export type Part = Field | FieldMap | Nest;

/** Where fields stand. */
export interface Within {
  /** What their names begin with: `incomes.r1.`. */
  readonly prefix: string;
  /** Conditions of what they stand in, inside the form. */
  readonly shownWhen: readonly Expression[];
  /** Where their rules and conditions are computed. */
  scope(): Scope;
  /** What errors put before their names: `incomes/0/`. */
  pointer(): string;
}

/** The groups and repeating groups of a form: `repeat.ts`. */
export interface Nests {
  make(plan: NodePlan, name: string, within: Within): Nest;
  /** The field of this name, in whatever nest. */
  field(name: string): Field | undefined;
  has(name: string): boolean;
  /** What a nest is as a value; absent where it was hidden when the form was sent. */
  value(name: string): Value | undefined;
  /** A value that this name is a part of is another one now. */
  forget(name: string): void;
  /** From here on services mean the places that fields have now: what is sent is being made of them. */
  keepPlaces(): void;
  /** How errors of what was sent last name this field; undefined where it was not in it. */
  placeSent(field: Field): string | undefined;
  /** Doors of a repeating group, and of a record in it. */
  rows(name: string): FieldRows | undefined;
  /** Makes a nest's fields hold this value. */
  write(name: string, value: Value | undefined): void;
  /** As many records as there are at first, without anything in them. */
  reset(): void;
}

/** What nests ask of the form they are in. */
export interface NestDoors {
  readonly form: Form;
  /** Adds and removes fields of the form. */
  enter(fields: readonly Field[]): void;
  leave(names: readonly string[]): void;
  set(name: string, value: Value | undefined): void;
  touch(names: readonly string[]): void;
  /** Somebody changed how many records a list has. */
  changed(name: string): void;
}

export interface Form {
  readonly id: string;
  /** In document order; a map stands where its fields do. */
  parts: readonly Part[];
  /** By name, those that are in no map and no nest: one is read and written without looking at the others. */
  fields: ReadonlyMap<string, Field>;
  maps: ReadonlyMap<string, FieldMap>;
  nests: Nests | undefined;
  readonly plan: NodePlan;
  readonly library: LibraryForm;
  /** Of fields that upload, by name. */
  readonly uploads: Map<string, FieldUploads>;
  /** Hidden when the form was last checked: absent to the list that sends it. Undefined: not checked yet. */
  hidden: ReadonlySet<string> | undefined;
  /** What is absent now: what is hidden, while the list that sends the form reads it; else nothing. */
  dropped: ReadonlySet<string>;
  problems: FormProblems | undefined;
  /** Ends `follow` of the checks. */
  unfollow: (() => void) | undefined;
  /** What services are asked about its fields. */
  remote: RemoteChecks | undefined;
  /** The run that sends it: until that has ended no other does. */
  sentBy: string | undefined;
  /** The run that sent it last, however that ended. */
  sentLast: string | undefined;
  /** Of a form with steps: the one that was gone to last, from 0. */
  step: number;
  /** Undefined of one without. */
  steps: FormSteps | undefined;
}

/** The steps of a form: `steps.ts`, which a page has only where a form needs it. */
export interface FormSteps {
  /** The same object until something in it is other. */
  view(): StepsView | undefined;
  /** Goes to the step that holds this field, if that is not shown. */
  show(name: string): void;
  /** The first step again. */
  restart(): void;
}

/** What code that comes apart, for few forms, does with a form. */
export interface FormDoors {
  readonly engine: Engine;
  readonly form: Form;
  fields(): readonly Field[];
  value(name: string): Value | undefined;
  /** Without telling anybody. */
  set(name: string, value: Value | undefined): void;
  hasProblem(name: string): boolean;
  /** Tells that anything of these fields is another one. */
  touch(...names: readonly string[]): void;
  /** Somebody wrote a field: its draft is another one. */
  changed(name: string): void;
  /** Stores what is not stored yet. */
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

/** A field of the definition. A form has thousands of them: what its node says is looked up there when somebody asks. */
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

  /** A value that is written down, which is no expression. */
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

/** A map as expressions read it: what is there, by name; the same object until a value becomes another. */
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

/** A map's entry, or without names all of them. One entry is read without looking at the others. */
export function readMap(form: Form, map: FieldMap, [name, ...rest]: readonly string[]): Result {
  if (name === undefined) return valuesOf(form, map);
  const full = `${map.name}.${name}`;
  if (!map.fields.has(name) || form.dropped.has(full)) return undefined;
  const value = valueOf(form, full);
  return readPath(value === undefined ? undefined : writeText(value), rest);
}

/** A text that was empty at first and is cleared is as it was at first; cleared data is an empty text. */
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
