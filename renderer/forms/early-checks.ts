import { firstTwo } from '../runtime/store.ts';
import { readsOfField } from './checks.ts';
import type { Field } from './fields.ts';
import { fieldsOf, findField, type Form, problemOf, touch, valueOf } from './form-state.ts';
import { findDuplicate } from './unique.ts';
import { findProblem } from './validate-value.ts';

/** How long typing pauses before a field is checked, in ms. */
export const PAUSE_MS = 700;

/** Checks fields before the form is sent, where the definition says so. */
export class EarlyChecks {
  private readonly form: Form;
  private readonly say: (words: string) => void;
  /** Names of the fields with a problem that was found here. */
  private readonly wrong = new Set<string>();
  private readonly pauses = new Map<string, () => void>();
  private readonly followed = new Set<string>();

  /** @param say - Announces a problem. */
  constructor(form: Form, say: (words: string) => void) {
    this.form = form;
    this.say = say;
  }

  written(name: string): void {
    // A write removes the problem of its field.
    this.wrong.delete(name);
    this.pauses.get(name)?.();
    const field = findField(this.form, name);
    if (field === undefined || this.timeOf(field) !== 'type') return;
    const { clock } = this.form.engine.services;
    this.pauses.set(
      name,
      clock.after(PAUSE_MS, () => this.check(name)),
    );
  }

  leave(isLeft: (instance: string) => boolean): void {
    const { form } = this;
    for (const field of fieldsOf(form)) {
      if (this.timeOf(field) === 'send' || !form.library.isTouched(field.name)) continue;
      const node = form.engine.tree.findField(form.id, field.name);
      if (node !== undefined && isLeft(node.instance)) this.check(field.name);
    }
  }

  private timeOf({ plan }: Field): unknown {
    return plan.props?.['check'] ?? this.form.plan.props?.['check'] ?? 'send';
  }

  private check(name: string): void {
    const { form } = this;
    this.pauses.get(name)?.();
    this.pauses.delete(name);
    const field = findField(form, name);
    if (field === undefined || problemOf(form, name) !== undefined || form.sentBy !== undefined) return;
    // A file that is being uploaded has no address yet.
    if (form.uploads.get(name)?.underWay !== undefined) return;
    const problem = this.problemOf(field);
    if (problem === undefined) return;
    form.library.setProblem(name, problem);
    this.wrong.add(name);
    this.follow(field);
    touch(form, [name]);
    this.say(problem);
  }

  /** Remote rules show their own state. */
  private problemOf(field: Field): string | undefined {
    if (!field.isShown()) return undefined;
    return (
      findProblem(field.rulesNow(), valueOf(this.form, field.name)) ?? findDuplicate(this.form, field.name)
    );
  }

  /** Removes the problem of a field as soon as another value solves it. */
  private follow(field: Field): void {
    const { form, followed } = this;
    const keys = [`form.${form.id}`, ...[...readsOfField(field)].map(firstTwo)];
    const fresh = [...new Set(keys)].filter((key) => !followed.has(key));
    for (const key of fresh) followed.add(key);
    form.engine.store.subscribe(fresh, () => this.review());
  }

  private review(): void {
    const { form, wrong } = this;
    const solved = [...wrong].filter((name) => {
      const field = findField(form, name);
      return field === undefined || this.problemOf(field) === undefined;
    });
    for (const name of solved) {
      wrong.delete(name);
      // A problem of a service or of a remote rule lasts until the field is edited.
      form.library.clearProblem(name);
    }
    if (solved.length > 0) touch(form, solved);
  }
}
