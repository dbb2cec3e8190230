import { sourcePhase } from '../runtime/option-sources.ts';
import { readsOf } from '../runtime/reads.ts';
import { LiveScope } from '../runtime/scope.ts';
import { pathOfField } from '../runtime/tree-node.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { EditsView } from '../plan/edits.ts';
import type { NodePlan } from '../plan/plan.ts';
import { isValue } from '../plan/value.ts';
import { EarlyChecks } from './early-checks.ts';
import { type Field, fieldsIn, isMap, type Part } from './fields.ts';
import {
  fieldsOf,
  type Form,
  type FormEdits,
  isSame,
  scopeOf,
  setValue,
  touch,
  touchStatus,
  valueOf,
} from './form-state.ts';
import { readMap } from './supplied.ts';
import { until } from './until.ts';

/** Keeps the initial values of a form that come from data, parameters, stored values or state. */
export function makeEdits(form: Form): FormEdits {
  const paths = readsOfInitials(form);
  form.engine.store.subscribe([...keysOf(form, paths)], () => fill(form));
  const early = new EarlyChecks(form, say);
  function say(words: string): void {
    view = { ...view, said: words };
    touchStatus(form);
  }
  let view: EditsView = { said: '', leave: (isLeft) => early.leave(isLeft) };
  return {
    fill: () => fill(form),
    awaitInitial: () => awaitInitial(form),
    paths: ['isChanged', 'changes'].map((name) => pathOfField(form.id, name)),
    read: (name) => readChanges(form, name),
    written(name) {
      if (view.said !== '') say('');
      early.written(name);
    },
    get view() {
      return view;
    },
  };
}

function readChanges(form: Form, name: string): Value | undefined {
  if (form.fields.has(name) || form.nests.get(name) !== undefined) return undefined;
  if (name === 'isChanged') return form.parts.some((part) => isChanged(form, part));
  if (name !== 'changes') return undefined;
  const changes: { [name: string]: Value } = Object.create(null);
  for (const part of form.parts) {
    if (form.dropped.has(part.name) || !isChanged(form, part)) continue;
    const value = isMap(part) ? readMap(form, part, []) : valueOf(form, part.name);
    if (value !== undefined && isValue(value)) changes[part.name] = value;
  }
  return changes;
}

/** Whether the person has given a field another value than its initial one. A computed field follows the others. */
function isChanged(form: Form, part: Part): boolean {
  return fieldsIn([part]).some(
    ({ name, compute, initial }) =>
      compute === undefined && form.library.isTouched(name) && !isSame(initial, form.library.value(name)),
  );
}

function fill(form: Form): void {
  // The person has confirmed what is being sent.
  if (form.sentBy !== undefined) return;
  const now = fieldsOf(form).flatMap((field) =>
    isPrefilled(field) ? [{ name: field.name, initial: field.initial }] : [],
  );
  if (now.length === 0) return;
  form.library.setDefaults(now);
  const changed = now.filter(
    ({ name, initial }) => !form.library.isTouched(name) && !isSame(initial, valueOf(form, name)),
  );
  for (const { name, initial } of changed) setValue(form, name, initial);
  // The others may be changed or not now.
  touch(
    form,
    changed.map(({ name }) => name),
  );
}

async function awaitInitial(form: Form): Promise<boolean> {
  const { store, data, notices, scope } = form.engine;
  const names = sourcesOf(form);
  const phase = () => sourcePhase(store.get().data, names);
  if (phase() === 'failed') void data.reload(names);
  if (phase() === 'loading') {
    const ready = notices.busy(scope.locale.message('Loading…'));
    await until(
      store,
      names.map((name) => `data.${name}`),
      () => phase() !== 'loading',
    );
    ready();
  }
  return phase() === undefined;
}

/** Names of the data that shown, unchanged fields take their initial values from. */
function sourcesOf(form: Form): readonly string[] {
  const reads = new Set<string>();
  for (const field of fieldsOf(form)) {
    if (!isPrefilled(field) || form.library.isTouched(field.name) || !field.isShown()) continue;
    readsOf(field.plan.props?.['initial'], reads);
  }
  const names = [...reads].map((path) => path.split('.')).filter(([root]) => root === 'data');
  return [...new Set(names.map(([, name = '']) => name))];
}

function isPrefilled({ plan, compute }: Field): boolean {
  return compute === undefined && typeof plan.props?.['initial'] === 'object';
}

function readsOfInitials(form: Form): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const initial of initialsIn(form.plan)) readsOf(initial, reads);
  return reads;
}

function* initialsIn({ props, slots }: NodePlan): Generator<Expression> {
  const initial = props?.['initial'];
  if (typeof initial === 'object') yield initial;
  for (const nodes of Object.values(slots ?? {})) for (const node of nodes) yield* initialsIn(node);
}

/** Keys of the store under which it notifies of these paths. */
function keysOf(form: Form, paths: ReadonlySet<string>): ReadonlySet<string> {
  if (paths.size === 0) return paths;
  const scope = scopeOf(form);
  // The result of a function may depend on the day.
  const keys = new Set(['device.today']);
  if (!(scope instanceof LiveScope)) return keys;
  for (const path of paths) {
    const names = path.split('.');
    // The item of a list around the form changes only with data.
    if (scope.findFrame(names[0]) === undefined) keys.add(scope.keyOf(names));
    else for (const name of Object.keys(form.engine.plan.data)) keys.add(`data.${name}`);
  }
  return keys;
}
