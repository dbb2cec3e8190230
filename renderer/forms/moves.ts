import type { FieldRows } from '../runtime/ports/field-state.ts';
import type { Value } from '../plan/expression.ts';
import { findField, type Form, touch, writeValue } from './form-state.ts';

/** Moves records in the repeating groups of a form whose definition allows it. */
export class Moves {
  private readonly form: Form;
  private readonly say: (words: string) => void;
  private readonly known = new Map<string, FieldRows>();

  /** @param say - Announces the new position. */
  constructor(form: Form, say: (words: string) => void) {
    this.form = form;
    this.say = say;
  }

  /** @param name - Of a record: `children.r2`. */
  rows(name: string): FieldRows | undefined {
    const { form, known } = this;
    const list = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    const group = findField(form, list);
    const { up, down } = group?.plan.slots?.['rows']?.[0]?.props ?? {};
    if ((up ?? down) === undefined) return undefined;
    // The value of a repeating group in react-hook-form is the list of its keys.
    const keys = form.library.value(list) as readonly string[];
    const at = keys.indexOf(name.slice(list.length + 1));
    const { remove } = form.nests.get(name)?.rows ?? {};
    const before = known.get(name);
    if (before?.at === at && before.count === keys.length && before.remove === remove) return before;
    const moveTo = (to: number) => this.move(list, at, to);
    const rows: FieldRows = { count: keys.length, at, moveTo, ...(remove && { remove }) };
    known.set(name, rows);
    return rows;
  }

  private move(list: string, from: number, to: number): void {
    const { form } = this;
    const records = form.nests.get(list)?.value();
    if (!Array.isArray(records) || to < 0 || to >= records.length || to === from) return;
    const order: Value[] = [...(records as readonly Value[])];
    const moved = order.splice(from, 1);
    order.splice(to, 0, ...moved);
    form.engine.store.batch(() => {
      // An unchanged record keeps its fields at another position.
      writeValue(form, list, order);
      touch(form, [list]);
    });
    form.draft?.changed(list);
    const { locale } = form.engine.scope;
    this.say(
      locale
        .message('Moved to position {number} of {count}')
        .replace('{number}', String(to + 1))
        .replace('{count}', String(records.length)),
    );
  }
}
