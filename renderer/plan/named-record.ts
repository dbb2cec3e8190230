import * as v from 'valibot';
import { isRefusedName } from './value.ts';

/**
 * A record by names that somebody chose: of screens, of state, of timers. Valibot's `record` drops the refused names
 * without a word, so a record that has one is refused. The grammar refuses them; an earlier release may have one.
 */
export function namedRecord<const Value extends v.GenericSchema>(value: Value) {
  return v.pipe(
    v.custom<{ [name: string]: v.InferInput<Value> }>(keepsNames, 'Expected names that are kept'),
    v.record(v.string(), value),
  );
}

function keepsNames(input: unknown): boolean {
  return typeof input !== 'object' || input === null || !Object.keys(input).some(isRefusedName);
}
