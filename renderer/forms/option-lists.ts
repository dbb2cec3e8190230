import type { Engine } from '../live/ports.ts';
import { optionSources, sourcePhase } from '../live/option-sources.ts';
import type { Value } from '../plan/expression.ts';
import type { Field } from './form-state.ts';

/** Reads again the lists of these fields that could not be read, and waits for all that are being read. */
export async function awaitLists(engine: Engine, fields: readonly Field[]): Promise<void> {
  const names = [...new Set(fields.filter((field) => field.isShown()).flatMap(listsOf))];
  const { data } = engine.store.get();
  const failed = names.filter((name) => sourcePhase(data, [name]) === 'failed');
  if (failed.length > 0) void engine.data.reload(failed);
  const isLoading = () => names.some((name) => sourcePhase(engine.store.get().data, [name]) === 'loading');
  if (!isLoading()) return;
  const ready = engine.notices.busy(engine.scope.locale.message('Loading…'));
  await new Promise<void>((resolve) => {
    const stop = engine.store.subscribe(
      names.map((name) => `data.${name}`),
      () => {
        if (isLoading()) return;
        stop();
        resolve();
      },
    );
  });
  ready();
}

/** Of a value whose list is not there: whether it is in it nobody knows. */
export function findListProblem(engine: Engine, field: Field, value: Value | undefined): string | undefined {
  if (value === undefined || sourcePhase(engine.store.get().data, listsOf(field)) === undefined)
    return undefined;
  return engine.scope.locale.message('This list could not be loaded.');
}

/** Lists that decide about a field's value; what is found by searching never was the whole one. */
function listsOf({ plan }: Field): readonly string[] {
  return plan.props?.['search'] === undefined ? optionSources(plan) : [];
}
