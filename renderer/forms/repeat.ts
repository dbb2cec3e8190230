import type { FieldRows } from '../runtime/ports/field-state.ts';
import type { Scope, Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { enterFields } from './enter-fields.ts';
import { type Field, type MakeNest, type Nest, type Within, withCondition, WrittenField } from './fields.ts';
import { type Form, touch } from './form-state.ts';
import { FieldRecord } from './record.ts';

/** Makes the groups and repeating groups of a form. */
export function nestMaker(form: Form): MakeNest {
  const makeNest: MakeNest = (plan, name, within) => {
    const field = new WrittenField(plan, name, within);
    form.nests.fields.set(name, field);
    enterFields(form, [field]);
    const inside = { ...within, prefix: `${name}.`, pointer: () => `${field.pointer()}/` };
    if (plan.type === 'repeat') return new RepeatingGroup(form, field, inside, makeNest);
    const group = new FieldRecord(form, name);
    group.addParts(plan, inside, makeNest);
    return group;
  };
  return makeNest;
}

/** Restores the initial number of records in every repeating group, all empty. */
export function resetRepeats({ nests }: Form): void {
  for (const nest of nests.all()) {
    // Emptying a repeating group removes the repeating groups in its records.
    if (nest instanceof RepeatingGroup) nest.reset();
  }
}

class RepeatingGroup implements Nest {
  readonly name: string;
  rows: FieldRows | undefined;
  private readonly form: Form;
  private readonly field: Field;
  private readonly within: Within;
  private readonly makeNest: MakeNest;
  private readonly plan: NodePlan;
  private readonly min: number;
  private readonly max: number;
  /** By key. Their order is the group's value in react-hook-form. */
  private readonly records = new Map<string, FieldRecord>();
  private known: readonly Value[] | undefined;

  constructor(form: Form, field: Field, within: Within, makeNest: MakeNest) {
    const { min, max } = field.plan.props ?? {};
    this.form = form;
    this.name = field.name;
    this.field = field;
    this.within = within;
    this.makeNest = makeNest;
    this.plan = field.plan.slots?.['rows']?.[0] ?? field.plan;
    this.min = typeof min === 'number' ? min : 0;
    this.max = typeof max === 'number' ? max : Number.POSITIVE_INFINITY;
    form.nests.add(this);
    this.fill();
  }

  nested(): readonly Field[] {
    return [this.field, ...this.inOrder().flatMap((record) => record.nested())];
  }

  value(): readonly Value[] {
    this.known ??= this.inOrder().map((record) => record.value());
    return this.known;
  }

  forgetValue(): void {
    this.known = undefined;
  }

  /** An unchanged record keeps its key and fields, also at another position. */
  write(value: Value | undefined): void {
    const items: readonly Value[] = Array.isArray(value) ? value.slice(0, this.max) : [];
    const known = new Map<Value, string>(
      this.recordKeys().flatMap((key) => {
        const record = this.records.get(key);
        return record === undefined ? [] : [[record.value(), key] as const];
      }),
    );
    const kept = new Set(items.flatMap((item) => known.get(item) ?? []));
    for (const key of this.records.keys()) if (!kept.has(key)) this.remove(key);
    const keys = items.map((item) => {
      const key = known.get(item);
      if (key !== undefined && kept.delete(key)) return key;
      const added = this.add();
      this.records.get(added)?.fill(item);
      return added;
    });
    this.form.library.set(this.name, keys);
    this.fill();
    touch(this.form, [this.name]);
  }

  reset(): void {
    for (const key of this.records.keys()) this.remove(key);
    // A group in a removed record stays empty.
    if (this.form.nests.get(this.name) === this) this.fill();
  }

  /** Keys of the records, in order. */
  private recordKeys(): readonly string[] {
    // Only this class writes the value of a repeating group.
    return (this.form.library.value(this.name) as readonly string[] | undefined) ?? [];
  }

  private inOrder(): readonly FieldRecord[] {
    return this.recordKeys().flatMap((key) => this.records.get(key) ?? []);
  }

  private fill(): void {
    while (this.records.size < this.min) this.add();
    this.settle();
  }

  private add(): string {
    const { form, within, plan } = this;
    const key = form.nests.nextKey();
    const record = new FieldRecord(form, `${this.name}.${key}`, key);
    const at = () => this.recordKeys().indexOf(key);
    const scope = (): Scope => {
      const item = within.scope().with(plan.each?.as ?? '', record.value());
      return plan.each?.at === undefined ? item : item.with(plan.each.at, at());
    };
    const inside: Within = {
      prefix: `${record.name}.`,
      shownWhen: withCondition(within.shownWhen, plan.visible),
      scope,
      outer: within.outer,
      pointer: () => `${within.pointer()}${at()}/`,
    };
    record.addParts(plan, inside, this.makeNest);
    this.records.set(key, record);
    form.library.set(this.name, [...this.recordKeys(), key]);
    return key;
  }

  private remove(key: string): void {
    const record = this.records.get(key);
    this.records.delete(key);
    this.form.library.set(
      this.name,
      this.recordKeys().filter((other) => other !== key),
    );
    record?.remove();
  }

  /** The permitted operations on the records may have changed. */
  private settle(): void {
    this.known = undefined;
    const { size } = this.records;
    this.rows = { count: size, ...(size < this.max && { add: () => this.edit(() => this.add()) }) };
    for (const [key, record] of this.records) {
      record.rows =
        size > this.min ? { count: size, remove: () => this.edit(() => this.remove(key)) } : undefined;
    }
  }

  /** The person adds or removes a record. */
  private edit(change: () => void): void {
    const { form, name } = this;
    change();
    this.settle();
    form.library.write(name, this.recordKeys());
    // While the person corrects a list, it shows no problem.
    form.library.clearProblem(name);
    touch(form, [name]);
    form.draft?.changed(name);
  }
}
