import type { FormProblems } from '../runtime/live.ts';
import { optionSources } from '../runtime/option-sources.ts';
import { readsOf } from '../runtime/reads.ts';
import { firstTwo } from '../runtime/store.ts';
import { statusPath, pathOfField } from '../runtime/tree-node.ts';
import type { ActionError } from '../plan/problem.ts';
import { placeProblems } from './blame.ts';
import type { Field } from './fields.ts';
import {
  emptyAtFirst,
  fieldsOf,
  findField,
  type Form,
  problemOf,
  setValue,
  touch,
  touchStatus,
  valueOf,
} from './form-state.ts';
import { findListProblem } from './option-lists.ts';
import { findProblem, mayNormalize, normalize } from './validate-value.ts';
import { type Rule, rulesOf } from './rules.ts';

type Problem = FormProblems['found'][number];

/** The first problem of a field's value. */
export function findFieldProblem(form: Form, name: string): string | undefined {
  const field = findField(form, name);
  // A hidden field has no rules: the person could not correct it.
  if (!field?.isShown()) return undefined;
  // Without the code for remote rules the value is uncertain, so it is invalid.
  const remoteProblem = (rule: Rule) => (form.remote === undefined ? '—' : form.remote.findProblem(rule));
  const value = valueOf(form, name);
  const unknown = findListProblem(form.engine, field, value);
  return (
    unknown ??
    findProblem(field.rulesNow(), value, remoteProblem) ??
    form.uploads.get(name)?.problem ??
    form.edits?.findDuplicate(name)
  );
}

/** Validates these fields and shows their problems. @returns the first one. */
export async function checkFields(form: Form, names: readonly string[]): Promise<ActionError | undefined> {
  await form.remote?.settle(names);
  const before = names.map((name) => problemOf(form, name));
  await form.library.check(names);
  return conclude(form, names, before);
}

/** Validates the whole form and starts sending if it is valid. @returns the first problem. */
export async function checkAndSend(form: Form): Promise<ActionError | undefined> {
  const names = fieldsOf(form).map((field) => field.name);
  const before = names.map((name) => problemOf(form, name));
  const isSent = await form.library.beginSending();
  const problem = conclude(form, names, before);
  return isSent ? problem : (problem ?? { kind: 'refused', code: 'form/incomplete' });
}

/** @param before - Problems of these fields before the validation. */
function conclude(
  form: Form,
  names: readonly string[],
  before: readonly (string | undefined)[],
): ActionError | undefined {
  const wrong = new Map<string, string>();
  for (const name of names) {
    const known = problemOf(form, name);
    // react-hook-form loses the rules of a field that its widget registers during the validation, so we apply
    // them here.
    const message = known ?? findFieldProblem(form, name);
    if (message === undefined) continue;
    if (known === undefined) form.library.setProblem(name, message);
    wrong.set(name, message);
  }
  form.engine.store.batch(() => {
    const settled = new Set(names.filter((name) => !wrong.has(name) && settleValue(form, name)));
    // Notifies only about fields with a new problem or value: in a long form they are few.
    touch(
      form,
      names.filter((name, at) => settled.has(name) || wrong.get(name) !== before[at]),
    );
    showProblems(form, wrong);
  });
  const [first] = wrong;
  if (first === undefined) return undefined;
  const [name, message] = first;
  return { kind: 'invalid', message, pointer: findField(form, name)?.pointer() ?? name };
}

/** Normalizes a valid value for sending. @returns whether it changed. */
function settleValue(form: Form, name: string): boolean {
  const field = findField(form, name);
  if (field === undefined || !mayNormalize(field.plan)) return false;
  const value = valueOf(form, name);
  const sent = emptyAtFirst(field, normalize(field.rulesNow(), value));
  if (sent !== value) setValue(form, name, sent);
  return sent !== value;
}

/**
 * Shows problems in the form's summary and focuses them.
 *
 * @param wrong - Messages by field.
 * @param rest - Problems that match no field.
 */
export function showProblems(
  form: Form,
  wrong: ReadonlyMap<string, string>,
  by: Problem['by'] = 'rules',
  rest: readonly string[] = [],
): void {
  const names = [...wrong.keys()];
  const found: readonly Problem[] = [
    ...[...wrong].map(([name, message]) => ({
      name,
      by,
      instance: form.engine.tree.findField(form.id, name)?.instance,
      message,
      ...(form.steps && { show: () => lead(form, name) }),
    })),
    ...rest.map((message) => ({ by, instance: undefined, message })),
  ];
  if (found.length === 0 && form.problems === undefined) return;
  // Showing the field's step clears earlier problems.
  if (names[0] !== undefined) form.steps?.show(names[0]);
  form.problems = found.length === 0 ? undefined : { found };
  follow(form, names);
  touchStatus(form);
}

/** Validates these fields again whenever a value that their rules or conditions read changes. */
function follow(form: Form, names: readonly string[]): void {
  form.unfollow?.();
  const keys = new Set([statusPath(form.id), pathOfField(form.id, '')].map(firstTwo));
  for (const name of names) {
    const field = findField(form, name);
    if (field !== undefined) for (const read of readsOfField(field)) keys.add(firstTwo(read));
  }
  form.unfollow =
    names.length === 0 ? undefined : form.engine.store.subscribe([...keys], () => reviewProblems(form));
}

/** Removes solved problems from the summary and from the fields. */
export function reviewProblems(form: Form): void {
  const { found = [] } = form.problems ?? {};
  const left = found.filter((problem) => isStillWrong(form, problem));
  if (left.length === found.length) return;
  const over = found.flatMap(({ name }) =>
    name === undefined || left.some((problem) => problem.name === name) ? [] : [name],
  );
  for (const name of over) form.library.clearProblem(name);
  form.problems = left.length === 0 ? undefined : { found: left, isLess: true };
  form.engine.store.batch(() => {
    touch(form, over);
    touchStatus(form);
  });
}

/** A service's problem lasts until the field is edited; a rule's problem until the rule is satisfied. */
function isStillWrong(form: Form, { name, by }: Problem): boolean {
  if (name === undefined) return true;
  const isShown = findField(form, name)?.isShown() === true;
  if (!isShown || problemOf(form, name) === undefined) return false;
  return by === 'service' || findFieldProblem(form, name) !== undefined;
}

/** Focuses a problem's field, also in another step. */
function lead(form: Form, name: string): void {
  const { problems } = form;
  if (problems === undefined) return;
  const first = form.engine.tree.findField(form.id, name)?.instance;
  form.engine.store.batch(() => {
    form.steps?.show(name);
    form.problems = { ...problems, ...(first !== undefined && { first }) };
    touchStatus(form);
  });
}

/** Shows a server's problems with the values that were sent. @param problems - Messages by name or pointer. */
export function blame(form: Form, problems: { readonly [place: string]: string }): void {
  const { fields, rest } = placeProblems(form, problems);
  for (const [name, message] of fields) form.library.setProblem(name, message);
  form.engine.store.batch(() => {
    touch(form, fields.keys());
    const taken = [...fields].filter(([name]) => problemOf(form, name) !== undefined);
    showProblems(form, new Map(taken), 'service', rest);
  });
}

/** Paths that decide whether a field is visible, enabled and valid. */
export function readsOfField({ shownWhen, plan }: Field): ReadonlySet<string> {
  const reads = new Set(optionSources(plan).map((name) => `data.${name}`));
  const rules = rulesOf(plan).flatMap(({ visible, props }) => [visible, ...Object.values(props)]);
  for (const expression of [...shownWhen, plan.enabled, ...rules]) readsOf(expression, reads);
  return reads;
}
