import * as v from 'valibot';
import { isRefusedName } from './value.ts';

/**
 * A record whose keys come from a definition: names of screens, state, timers. Valibot's `record` silently
 * drops names such as `constructor`, so this schema rejects a record that has one. The grammar rejects them
 * too, but an earlier release may have one.
 */
export function namedRecord<const Value extends v.GenericSchema>(value: Value) {
  return v.pipe(
    v.custom<{ [name: string]: v.InferInput<Value> }>(hasNoRefusedName, 'Expected no reserved names'),
    v.record(v.string(), value),
  );
}

function hasNoRefusedName(input: unknown): boolean {
  return typeof input !== 'object' || input === null || !Object.keys(input).some(isRefusedName);
}
