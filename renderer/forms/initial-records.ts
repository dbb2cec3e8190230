import type { Value } from '../plan/expression.ts';
import { NESTS } from '../plan/nests.ts';
import { type Field, resultOf } from './fields.ts';
import { fieldsOf, type Form, isSame, scopeOf } from './form-state.ts';

/** The records that the repeating groups of a form begin with. */
export class InitialRecords {
  private readonly form: Form;
  /** The value of each group when it was filled last, by name. */
  private readonly begun = new Map<string, Value>();
  /** The initial value that each group was filled from. */
  private readonly from = new Map<string, Value>();

  constructor(form: Form) {
    this.form = form;
    this.fill();
  }

  /** Fills the groups that nobody has changed. @param isReset - All groups are empty. */
  fill(isReset?: true): void {
    const { form, begun, from } = this;
    if (isReset) from.clear();
    for (const { name, plan } of fieldsOf(form).filter(isGroup)) {
      const nest = form.nests.get(name);
      if (nest === undefined || this.isTouched(name)) continue;
      const { initial } = plan.props ?? {};
      const value = typeof initial === 'object' ? resultOf(initial, scopeOf(form)) : undefined;
      if (value !== undefined && !isSame(from.get(name), value)) {
        from.set(name, value);
        nest.write(value);
      }
      begun.set(name, nest.value());
    }
  }

  /** Whether the person has changed the list: its records, their order or a field in them. */
  isChanged(name: string): boolean {
    return this.isTouched(name) && !isSame(this.begun.get(name), this.form.nests.get(name)?.value());
  }

  /** Whether a field is in a changed list that began with data. */
  isKept(name: string): boolean {
    return [...this.from.keys()].some((list) => name.startsWith(`${list}.`) && this.isTouched(list));
  }

  private isTouched(list: string): boolean {
    return this.form.library.touched().some((name) => name === list || name.startsWith(`${list}.`));
  }
}

function isGroup({ plan }: Field): boolean {
  return NESTS.has(plan.type) && plan.slots?.['rows'] !== undefined;
}
