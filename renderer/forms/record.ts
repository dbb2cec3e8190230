import type { FieldRows } from '../runtime/ports/field-state.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { enterFields, leaveFields } from './enter-fields.ts';
import {
  type Field,
  fieldsIn,
  isField,
  isMap,
  isNest,
  type MakeNest,
  type Nest,
  type Part,
  partsOf,
  type Within,
} from './fields.ts';
import { type Form, setValue, touch, valueOf } from './form-state.ts';

type Members = { readonly [name: string]: Value };

/**
 * Prototype of record values. `keepEqual` then compares records by identity, so that each record keeps its hidden key;
 * a copy of the readable members would lose the key.
 */
const RECORD: object = Object.freeze(Object.create(null));

/** Member with the key of a record. No field can have this name; it is not sent. */
const KEY = '#key';

/** The fields of a group, or of one record in a repeating group. */
export class FieldRecord implements Nest {
  readonly name: string;
  rows: FieldRows | undefined;
  private readonly form: Form;
  private readonly key: string | undefined;
  private parts: readonly Part[] = [];
  private known: Members | undefined;

  /** @param key - Only for a record in a repeating group. */
  constructor(form: Form, name: string, key?: string) {
    this.form = form;
    this.name = name;
    this.key = key;
  }

  addParts(plan: NodePlan, within: Within, makeNest: MakeNest): void {
    const { nests } = this.form;
    this.parts = [...partsOf(plan.slots, within, makeNest)];
    nests.add(this);
    const fields = this.parts.filter(isField);
    for (const field of fields) nests.fields.set(field.name, field);
    enterFields(this.form, fields);
  }

  remove(): void {
    const { nests } = this.form;
    const gone = this.nested().map(({ name }) => name);
    for (const name of gone) nests.fields.delete(name);
    leaveFields(this.form, gone);
    nests.remove(this.name);
  }

  nested(): readonly Field[] {
    // The group as a field: for its rules, its problem, and whether it is sent.
    const own = this.form.nests.fields.get(this.name);
    return [...(own === undefined ? [] : [own]), ...fieldsIn(this.parts)];
  }

  value(): Members {
    if (this.known !== undefined) return this.known;
    const value: { [name: string]: Value } = Object.create(RECORD);
    if (this.key !== undefined) Object.defineProperty(value, KEY, { value: this.key });
    for (const part of this.parts) {
      const isAbsent = isMap(part) || this.form.dropped.has(part.name);
      const member = isAbsent ? undefined : valueOf(this.form, part.name);
      if (member !== undefined) value[this.memberOf(part)] = member;
    }
    this.known = value;
    return value;
  }

  forgetValue(): void {
    this.known = undefined;
  }

  write(value: Value | undefined): void {
    const members = membersOf(value);
    for (const part of this.parts) {
      const name = this.memberOf(part);
      this.writePart(part, Object.hasOwn(members, name) ? members[name] : undefined);
    }
    touch(this.form, [this.name]);
  }

  /** As `write`, but members without a given value keep their initial value. */
  fill(value: Value): void {
    const members = membersOf(value);
    for (const part of this.parts) {
      const name = this.memberOf(part);
      if (Object.hasOwn(members, name)) this.writePart(part, members[name]);
    }
  }

  private writePart(part: Part, value: Value | undefined): void {
    if (isNest(part)) part.write(value);
    else if (isField(part)) setValue(this.form, part.name, value);
  }

  private memberOf(part: Part): string {
    return part.name.slice(this.name.length + 1);
  }
}

function membersOf(value: Value | undefined): Members {
  return typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};
}
