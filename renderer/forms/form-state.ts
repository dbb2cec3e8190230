import type { UseFormReturn } from 'react-hook-form';
import type { FormProblems, SuppliedField } from '../live/live.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Scope, Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import { encodeFieldName } from './field-name.ts';
import { actingRules, type Rule } from './rules.ts';
import type { RemoteChecks } from './remote.ts';
import type { FieldUploads } from './uploads.ts';

/** A field as checking and sending see it. */
export interface Field {
  /** `words`, or `items.code` of a map that a server chooses. */
  readonly name: string;
  readonly rules: readonly ElementPlan[];
  /** Those that act now. None where it is disabled: nobody could put it right. */
  rulesNow(): readonly Rule[];
  /** Of photos: the node that says how they are uploaded. */
  readonly uploader?: NodePlan;
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
  isComplete: boolean;
  /** The values by name, until one becomes another. */
  values: { readonly [name: string]: Value } | undefined;
}

/** Names are made at run time, so the library's types of paths know nothing of them. */
export type Control = Pick<
  UseFormReturn,
  | 'register'
  | 'unregister'
  | 'trigger'
  | 'setValue'
  | 'getValues'
  | 'getFieldState'
  | 'setError'
  | 'clearErrors'
>;

/** The control copies records and lists deeply; held, a value stays the one that was written. */
export class Held {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

export interface Form {
  readonly id: string;
  /** In document order; a map stands where its fields do. */
  readonly parts: readonly (Field | FieldMap)[];
  readonly maps: ReadonlyMap<string, FieldMap>;
  readonly plan: NodePlan;
  readonly control: Control;
  /** Of fields that upload, by name. */
  readonly uploads: ReadonlyMap<string, FieldUploads>;
  /** Fields that somebody wrote, not a reply. */
  readonly touched: Set<string>;
  /** Hidden when the form was last sent: absent to what is sent, until something is written. */
  dropped: ReadonlySet<string>;
  problems: FormProblems | undefined;
  /** What services are asked about its fields. */
  remote: RemoteChecks | undefined;
}

export function isMap(part: Field | FieldMap): part is FieldMap {
  return 'fields' in part;
}

export function* partsOf(
  slots: NodePlan['slots'],
  around: readonly Expression[],
  scope: () => Scope,
): Generator<Field | FieldMap> {
  for (const node of Object.values(slots ?? {}).flat()) {
    const shownWhen = node.visible === undefined ? around : [...around, node.visible];
    const name = node.props?.['name'];
    if (typeof name === 'string' && node.supply !== undefined) {
      yield { name, shownWhen, fields: new Map(), isComplete: false, values: undefined };
    } else if (typeof name === 'string') {
      const rules = node.lists?.['rules'] ?? [];
      yield {
        name,
        rules,
        rulesNow: () => rulesOf(rules, node.enabled, scope()),
        ...(node.props?.['upload'] === undefined ? {} : { uploader: node }),
        scope,
        isShown: () => shownWhen.every((condition) => evaluate(condition, scope()) === true),
      };
    }
    yield* partsOf(node.slots, shownWhen, scope);
  }
}

/** Rules of a field that is not certainly disabled. */
export function rulesOf(
  rules: readonly ElementPlan[],
  enabled: Expression | undefined,
  scope: Scope,
): readonly Rule[] {
  return enabled !== undefined && evaluate(enabled, scope) === false ? [] : actingRules(rules, scope);
}

export function valueOf(form: Form, name: string): Value | undefined {
  const held: unknown = form.control.getValues(encodeFieldName(name));
  return held instanceof Held ? held.value : undefined;
}

/** A map as expressions read it: what is there, by name; the same object until a value becomes another. */
export function valuesOf(form: Form, map: FieldMap): { readonly [name: string]: Value } {
  if (map.values !== undefined) return map.values;
  const values: { [name: string]: Value } = Object.create(null);
  for (const name of map.fields.keys()) {
    const full = `${map.name}.${name}`;
    const value = form.dropped.has(full) ? undefined : valueOf(form, full);
    if (value !== undefined) values[name] = value;
  }
  map.values = values;
  return values;
}

export function problemOf(form: Form, name: string): string | undefined {
  return form.control.getFieldState(encodeFieldName(name)).error?.message;
}
