import { evaluate } from '../plan/evaluate.ts';
import type { Field } from './fields.ts';
import { fieldsOf, type Form, touch, valueOf } from './form-state.ts';
import { PAUSE_MS } from './early-checks.ts';
import { actingRules, rulesOf } from './rules.ts';
import { findProblem } from './validate-value.ts';

/** The warnings of a form: messages of rules that do not block. They appear when typing pauses, and disappear at once. */
export class Warnings {
  private readonly form: Form;
  private readonly say: (words: string) => void;
  private readonly shown = new Map<string, string>();
  private cancel: (() => void) | undefined;

  /** @param say - Announces a warning. */
  constructor(form: Form, say: (words: string) => void) {
    this.form = form;
    this.say = say;
  }

  of(name: string): string | undefined {
    return this.shown.get(name);
  }

  /** A value that the warnings read changed. */
  readonly consider = (): void => {
    const { form, shown } = this;
    const now = this.find();
    const over = [...shown.keys()].filter((name) => now.get(name) !== shown.get(name));
    for (const name of over) shown.delete(name);
    this.cancel?.();
    const isMore = now.size > shown.size;
    this.cancel = isMore ? form.engine.services.clock.after(PAUSE_MS, () => this.show()) : undefined;
    if (over.length > 0) touch(form, over);
  };

  private show(): void {
    const { form, shown } = this;
    this.cancel = undefined;
    const fresh = [...this.find()].filter(([name]) => !shown.has(name));
    for (const [name, message] of fresh) shown.set(name, message);
    touch(
      form,
      fresh.map(([name]) => name),
    );
    const [first] = fresh;
    if (first !== undefined) this.say(first[1]);
  }

  /** The current warnings by field. */
  private find(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const field of fieldsOf(this.form)) {
      const message = this.messageOf(field);
      if (message !== undefined) found.set(field.name, message);
    }
    return found;
  }

  private messageOf(field: Field): string | undefined {
    const { plan } = field;
    const rules = rulesOf(plan);
    if (!rules.some(({ props }) => props['blocks'] === false) || !field.isShown()) return undefined;
    const value = valueOf(this.form, field.name);
    // A field that nobody has filled in yet has no warning.
    if (value === undefined && !this.form.library.isTouched(field.name)) return undefined;
    const scope = field.scope();
    if (plan.enabled !== undefined && evaluate(plan.enabled, scope) === false) return undefined;
    return findProblem(actingRules(rules, scope, true), value);
  }
}
