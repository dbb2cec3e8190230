import type { Engine } from '../runtime/ports/engine.ts';
import { optionSources, sourcePhase } from '../runtime/option-sources.ts';
import type { Value } from '../plan/expression.ts';
import type { Field } from './fields.ts';
import { until } from './until.ts';

/** Reads the failed option lists of these fields again and waits for all option lists. */
export async function awaitLists(engine: Engine, fields: readonly Field[]): Promise<void> {
  const names = [...new Set(fields.filter((field) => field.isShown()).flatMap(listsOf))];
  const { data } = engine.store.get();
  const failed = names.filter((name) => sourcePhase(data, [name]) === 'failed');
  if (failed.length > 0) void engine.data.reload(failed);
  const isLoading = () => names.some((name) => sourcePhase(engine.store.get().data, [name]) === 'loading');
  if (!isLoading()) return;
  const ready = engine.notices.busy(engine.scope.locale.message('Loading…'));
  const keys = names.map((name) => `data.${name}`);
  await until(engine.store, keys, () => !isLoading());
  ready();
}

/** If the option list of a value is missing, it is unknown whether the value is one of its options. */
export function findListProblem(engine: Engine, field: Field, value: Value | undefined): string | undefined {
  if (value === undefined || sourcePhase(engine.store.get().data, listsOf(field)) === undefined)
    return undefined;
  return engine.scope.locale.message('This list could not be loaded.');
}

/** Lists that validate a field's value. Search results are never the whole list, and suggestions validate nothing. */
function listsOf({ plan }: Field): readonly string[] {
  const isWhole = plan.props?.['search'] === undefined && plan.lists?.['suggestions'] === undefined;
  return isWhole ? optionSources(plan) : [];
}
