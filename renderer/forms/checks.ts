import type { Engine } from '../live/ports.ts';
import { newsPath } from '../live/tree-node.ts';
import type { Value } from '../plan/expression.ts';
import type { ActionError } from '../plan/problem.ts';
import { placeProblems } from './blame.ts';
import { emptyAtFirst, type Field, type Form, problemOf, valueOf } from './form-state.ts';
import type { findListProblem } from './option-lists.ts';
import { findProblem, mayNormalize, normalize } from './judge.ts';
import type { Rule } from './rules.ts';

/** What checking asks of whoever has the forms. */
export interface CheckHost {
  fieldsOf(form: Form): readonly Field[];
  findField(form: Form, name: string): Field | undefined;
  /** Without telling anybody. */
  set(form: Form, name: string, value: Value | undefined): void;
  /** Tells that anything of these fields is another one. */
  touch(form: Form, names: Iterable<string>): void;
  readonly findListProblem: typeof findListProblem | undefined;
}

/** Finds what is wrong with what is in forms, and tells it. */
export interface Checks {
  /** Checks these fields and tells what is wrong. @returns The first of it. */
  check(form: Form, names: readonly string[]): ActionError | undefined;
  /**
   * What is wrong with these fields now, for whoever puts it right: the form's summary and the focus.
   *
   * @param rest - What is about no field.
   */
  tell(form: Form, names: readonly string[], rest?: readonly string[]): void;
  /** A server's view of what was sent last. @param problems - Messages by the place they are about. */
  blame(form: Form, problems: { readonly [place: string]: string }): void;
}

export function createChecks(engine: Engine, host: CheckHost): Checks {
  /** What is wrong with a field's value by its rules. */
  function find(form: Form, name: string): string | undefined {
    const field = host.findField(form, name);
    // A hidden field has no rules: nobody could put it right.
    if (!field?.isShown()) return undefined;
    // Nobody is there to ask: what is uncertain is wrong.
    const judge = (rule: Rule) => (form.remote === undefined ? '—' : form.remote.judge(rule));
    const value = valueOf(form, name);
    const unknown = host.findListProblem?.(engine, field, value);
    return unknown ?? findProblem(field.rulesNow(), value, judge) ?? form.uploads.get(name)?.problem;
  }

  function check(form: Form, names: readonly string[]): ActionError | undefined {
    const before = names.map((name) => problemOf(form, name));
    form.control.trigger(names, (name) => find(form, name));
    let first: ActionError | undefined;
    engine.store.batch(() => {
      const settled = new Set(names.filter((name) => settleValue(form, name)));
      // In a long form few fields are wrong: only those whose problem or value became another are told.
      host.touch(
        form,
        names.filter((name, at) => settled.has(name) || problemOf(form, name) !== before[at]),
      );
      tell(form, names);
    });
    for (const name of names) {
      const message = problemOf(form, name);
      if (message !== undefined)
        first ??= { kind: 'invalid', message, pointer: host.findField(form, name)?.pointer() ?? name };
    }
    return first;
  }

  /** What keeps its rules is written as it is sent. @returns Whether that is another value. */
  function settleValue(form: Form, name: string): boolean {
    const field = host.findField(form, name);
    if (field === undefined || !mayNormalize(field.plan) || problemOf(form, name) !== undefined) return false;
    const value = valueOf(form, name);
    const sent = emptyAtFirst(field, normalize(field.rulesNow(), value));
    if (sent !== value) host.set(form, name, sent);
    return sent !== value;
  }

  function tell(form: Form, names: readonly string[], rest: readonly string[] = []): void {
    const wrong = names.filter((name) => problemOf(form, name) !== undefined);
    const found = [
      ...wrong.map((name) => ({
        instance: engine.tree.findField(form.id, name)?.instance,
        message: problemOf(form, name) ?? '',
        ...(form.steps && { show: () => lead(form, name) }),
      })),
      ...rest.map((message) => ({ instance: undefined, message })),
    ];
    if (found.length === 0 && form.problems === undefined) return;
    // Going to its step forgets what was wrong elsewhere.
    if (wrong[0] !== undefined) form.steps?.show(wrong[0]);
    form.problems = found.length === 0 ? undefined : { found };
    engine.store.touch([newsPath(form.id)]);
  }

  /** Somebody goes to one of the problems that are told: in another step, too. */
  function lead(form: Form, name: string): void {
    const { problems } = form;
    if (problems === undefined) return;
    const first = engine.tree.findField(form.id, name)?.instance;
    engine.store.batch(() => {
      form.steps?.show(name);
      form.problems = { ...problems, ...(first !== undefined && { first }) };
      engine.store.touch([newsPath(form.id)]);
    });
  }

  function blame(form: Form, problems: { readonly [place: string]: string }): void {
    const { fields, rest } = placeProblems(problems, host.fieldsOf(form), form.parts, form.nests);
    for (const [name, message] of fields) form.control.setError(name, message);
    engine.store.batch(() => {
      host.touch(form, fields.keys());
      tell(form, [...fields.keys()], rest);
    });
  }

  return { check, tell, blame };
}
