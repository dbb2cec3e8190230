import type { Value } from './expression.ts';
import type { ParamPlan } from './plan.ts';
import { readParameter } from './read-reply.ts';
import { readOwn } from './value.ts';

/**
 * Reads the parameters of an address by their types. A value that does not fit is absent, and `onBadFixture` is
 * called.
 *
 * @param texts - By their names, or by their names in the address.
 */
export function decodeParameters(
  plans: { readonly [name: string]: ParamPlan },
  texts: { readonly [name: string]: string },
  onBadFixture: (name: string) => void = () => undefined,
): { readonly [name: string]: Value } {
  const values: { [name: string]: Value } = {};
  for (const [name, plan] of Object.entries(plans)) {
    const text = [name, ...plan.wire]
      .map((spelling) => readOwn(texts, spelling))
      .find((found) => found !== undefined);
    const result = typeof text !== 'string' || text === '' ? undefined : readParameter(text, plan.shape);
    if (result?.ok) values[name] = result.value;
    else if (plan.default !== undefined) values[name] = plan.default;
    if (result?.ok === false) onBadFixture(name);
  }
  return values;
}
