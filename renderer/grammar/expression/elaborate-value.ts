import type { TypeContext } from '../type.ts';
import type { ElaboratedValue, SlotExpectation, ValueOptions } from './expectation.ts';

/** A value of a definition: a JSON literal, a string with `${…}`, `{ "choose": […] }`, for `any` also records and lists. */
export function elaborateValue(
  value: unknown,
  slot: SlotExpectation,
  context: TypeContext,
  options: ValueOptions = {},
): ElaboratedValue {
  throw new Error(`not yet: ${value} ${context.names()} ${slot.slot} ${options}`);
}
