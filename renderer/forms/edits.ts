import { sourcePhase } from '../runtime/option-sources.ts';
import { readsOf } from '../runtime/reads.ts';
import { LiveScope } from '../runtime/scope.ts';
import { pathOfField } from '../runtime/tree-node.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { EditsView } from '../plan/edits.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import { NESTS } from '../plan/nests.ts';
import { isValue } from '../plan/value.ts';
import { EarlyChecks } from './early-checks.ts';
import { type Field, fieldsIn, isMap, isNest, type Part } from './fields.ts';
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
import { InitialRecords } from './initial-records.ts';
import { Moves } from './moves.ts';
import { readMap } from './supplied.ts';
import { findDuplicate } from './unique.ts';
import { until } from './until.ts';
import { Warnings } from './warnings.ts';

/** What a form for editing needs: computed initial values, what was changed, checks before sending, and warnings. */
export function makeEdits(form: Form): FormEdits {
  const { store } = form.engine;
  const nodes = [...nodesIn(form.plan)];
  const initials = readsIn(nodes, ({ props }) => [props?.['initial']]);
  const records = new InitialRecords(form);
  const fillNow = (isReset?: true) => {
    records.fill(isReset);
    fill(form);
  };
  const refill = (isReset?: true) => {
    // The values must not change while they are being sent.
    if (form.sentBy === undefined) fillNow(isReset);
  };
  store.subscribe([...keysOf(form, initials)], () => refill());
  const early = new EarlyChecks(form, say);
  const moves = new Moves(form, say);
  const warnings = new Warnings(form, say);
  if (nodes.some(({ lists }) => lists?.['rules']?.some(isWarning))) {
    store.subscribe([`form.${form.id}`, ...keysOf(form, readsIn(nodes, ofWarnings))], warnings.consider);
    warnings.consider();
  }
  function say(words: string): void {
    view = { ...view, said: words };
    touchStatus(form);
  }
  let view: EditsView = { said: '', leave: (isLeft) => early.leave(isLeft) };
  return {
    fill: refill,
    isKept: (name) => records.isKept(name),
    async awaitInitial() {
      const isThere = await awaitInitial(form);
      // What came while the form waited is part of what is sent.
      if (isThere) fillNow();
      return isThere;
    },
    paths: ['isChanged', 'changes'].map((name) => pathOfField(form.id, name)),
    read: (name) => readChanges(form, name, records),
    written(name) {
      if (view.said !== '') say('');
      early.written(name);
    },
    rows: (name) => moves.rows(name),
    findDuplicate: (name) => findDuplicate(form, name),
    warning: (name) => warnings.of(name),
    get view() {
      return view;
    },
  };
}

function readChanges(form: Form, name: string, records: InitialRecords): Value | undefined {
  if (form.fields.has(name) || form.nests.get(name) !== undefined) return undefined;
  if (name === 'isChanged') return form.parts.some((part) => isChanged(form, part, records));
  if (name !== 'changes') return undefined;
  const changes: { [name: string]: Value } = Object.create(null);
  for (const part of form.parts) {
    if (form.dropped.has(part.name) || !isChanged(form, part, records)) continue;
    const value = isMap(part) ? readMap(form, part, []) : valueOf(form, part.name);
    if (value !== undefined && isValue(value)) changes[part.name] = value;
  }
  return changes;
}

/** Whether the person has given a field another value than its initial one. A computed field follows the others. */
function isChanged(form: Form, part: Part, records: InitialRecords): boolean {
  if (isNest(part) && form.nests.fields.get(part.name)?.plan.type !== 'group')
    return records.isChanged(part.name);
  return fieldsIn([part]).some(
    ({ name, compute, initial }) =>
      compute === undefined && form.library.isTouched(name) && !isSame(initial, form.library.value(name)),
  );
}

function fill(form: Form): void {
  const now = fieldsOf(form).flatMap((field) =>
    isPrefilled(field) ? [{ name: field.name, initial: field.initial }] : [],
  );
  if (now.length === 0) return;
  form.library.setDefaults(now);
  const changed = now.filter(
    ({ name, initial }) => !form.library.isTouched(name) && !isSame(initial, valueOf(form, name)),
  );
  for (const { name, initial } of changed) setValue(form, name, initial);
  // Readers of `isChanged` too: the new initial values may change it.
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
    // A repeating group too: without its records the list would be sent empty.
    if (field.compute !== undefined || form.library.isTouched(field.name) || !field.isShown()) continue;
    readsOf(field.plan.props?.['initial'], reads);
  }
  const names = [...reads].map((path) => path.split('.')).filter(([root]) => root === 'data');
  return [...new Set(names.map(([, name = '']) => name))];
}

function isPrefilled({ plan, compute }: Field): boolean {
  return compute === undefined && !NESTS.has(plan.type) && typeof plan.props?.['initial'] === 'object';
}

/** What the warnings of a node depend on, and the visibility of nodes around them. */
function ofWarnings({ lists, visible, enabled }: NodePlan): readonly (Expression | undefined)[] {
  const rules = (lists?.['rules'] ?? []).filter(isWarning);
  const own = rules.flatMap((rule) => [rule.visible, rule.each?.list, ...Object.values(rule.props)]);
  return [visible, enabled, ...own];
}

function isWarning({ props }: ElementPlan): boolean {
  return props['blocks'] === false;
}

function* nodesIn(node: NodePlan): Generator<NodePlan> {
  yield node;
  for (const nodes of Object.values(node.slots ?? {})) for (const inner of nodes) yield* nodesIn(inner);
}

/** The paths that expressions of these nodes read. */
function readsIn(
  nodes: readonly NodePlan[],
  expressionsOf: (node: NodePlan) => readonly (Expression | undefined)[],
): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const expression of nodes.flatMap(expressionsOf)) readsOf(expression, reads);
  return reads;
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
