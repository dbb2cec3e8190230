import type { Elaborated, TypeContext } from '../type.ts';
import type { SlotExpectation } from './expectation.ts';

/** A string of a definition with `${…}` inside, read as its slot says. `typed.absent`: it reads what may be absent. */
export function elaborateTemplate(source: string, context: TypeContext, slot: SlotExpectation): Elaborated {
  throw new Error(`not yet: ${source} ${context.names()} ${slot.slot}`);
}
