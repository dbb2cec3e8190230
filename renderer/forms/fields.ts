import type { FieldRows } from '../runtime/ports/field-state.ts';
import type { SuppliedField, SupplyState } from '../runtime/ports/forms.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Scope, Value } from '../plan/expression.ts';
import { NESTS } from '../plan/nests.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isValue } from '../plan/value.ts';
import { type Rule, rulesNow } from './rules.ts';
import { readText } from './text-values.ts';

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
  /** The scope for these conditions. */
  scope(): Scope;
  /** By their names in the map, in order. */
  fields: ReadonlyMap<string, SuppliedField>;
  state: SupplyState;
  /** Values by name. The same object until one changes. */
  values: { readonly [name: string]: Value } | undefined;
}

/** Fields that form one value: a record, or a list of records. */
export interface Nest {
  readonly name: string;
  /** The methods to add records to a repeating group, or to remove this record. */
  readonly rows: FieldRows | undefined;
  /** Its current fields, in order. */
  nested(): readonly Field[];
  /** The same object until a field changes. */
  value(): Value;
  /** Called when one of its fields changed. */
  forgetValue(): void;
  /** Sets its fields from a value. */
  write(value: Value | undefined): void;
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
  /** The scope of the form itself, for initial values: a record has none before its fields exist. */
  outer(): Scope;
  /** Prefix in error pointers: `incomes/0/`. */
  pointer(): string;
}

export type MakeNest = (plan: NodePlan, name: string, within: Within) => Nest;

export function isMap(part: Part): part is FieldMap {
  return 'fields' in part;
}

export function isNest(part: Part): part is Nest {
  return 'nested' in part;
}

export function isField(part: Part): part is Field {
  return !isMap(part) && !isNest(part);
}

/** All fields of these parts, in order. */
export function fieldsIn(parts: readonly Part[]): readonly Field[] {
  return parts.flatMap((part) =>
    isMap(part)
      ? [...part.fields.values()].map((field) => fieldOfMap(part, field))
      : isNest(part)
        ? part.nested()
        : [part],
  );
}

export function* partsOf(slots: NodePlan['slots'], within: Within, makeNest: MakeNest): Generator<Part> {
  for (const node of Object.values(slots ?? {}).flat()) {
    const inside =
      node.visible === undefined ? within : { ...within, shownWhen: [...within.shownWhen, node.visible] };
    const own = node.props?.['name'];
    const name = typeof own === 'string' ? within.prefix + own : undefined;
    if (name !== undefined && NESTS.has(node.type)) {
      yield makeNest(node, name, inside);
      continue;
    }
    if (name !== undefined && node.supply !== undefined) {
      const { shownWhen } = inside;
      const scope = () => inside.scope();
      yield { name, shownWhen, scope, fields: new Map(), state: 'loading', values: undefined };
    } else if (name !== undefined) yield new WrittenField(node, name, inside);
    if (node.slots !== undefined) yield* partsOf(node.slots, inside, makeNest);
  }
}

export function withCondition(
  conditions: readonly Expression[],
  condition: Expression | undefined,
): readonly Expression[] {
  return condition === undefined ? conditions : [...conditions, condition];
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

  get initial(): Value | undefined {
    const initial = this.plan.props?.['initial'];
    // The value of a repeating group in react-hook-form is the list of its keys.
    if (NESTS.has(this.plan.type)) return undefined;
    return typeof initial === 'object' ? resultOf(initial, this.within.outer()) : initial;
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

/** A field that a server chose, with its full name. */
export function fieldOfMap(map: FieldMap, supplied: SuppliedField): Field {
  const { plan, scope } = supplied;
  const name = `${map.name}.${supplied.name}`;
  return {
    name,
    plan,
    get initial() {
      return initialOf(supplied);
    },
    rulesNow: () => rulesNow(plan, scope),
    pointer: () => name,
    scope: () => scope,
    shownWhen: withCondition(map.shownWhen, plan.visible),
    isShown: () => areShown(map.shownWhen, map.scope()) && areShown(withCondition([], plan.visible), scope),
  };
}

export function initialOf({ initial, plan, scope }: SuppliedField): Value | undefined {
  return readText(plan.type, resultOf(initial, scope));
}

/** Undefined if there is no expression, or no value now. */
export function resultOf(expression: Expression | undefined, scope: Scope): Value | undefined {
  const result = expression === undefined ? undefined : evaluate(expression, scope);
  return result !== undefined && isValue(result) ? result : undefined;
}

export function areShown(conditions: readonly Expression[], scope: Scope): boolean {
  return conditions.every((condition) => evaluate(condition, scope) === true);
}
