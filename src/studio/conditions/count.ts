import { compileExpression } from '#renderer/grammar/expression/index.ts';
import type { TypeContext } from '#renderer/grammar/type.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import { type Expression, Failure, PENDING, type Result, type Scope } from '#renderer/plan/expression.ts';
import { extendScope, SOURCE_LOCALE } from '#renderer/plan/scope.ts';
import { readOwn, readPath } from '#renderer/plan/value.ts';
import '#renderer/plan/more-functions.ts';
import type { FactsIn } from '../states/use-looked.ts';
import type { Facts } from '../stage/scene.ts';

/** An expression for the values of a state; undefined if it has errors. */
export function lower(source: string, scope: TypeContext | undefined): Expression | undefined {
  return scope && compileExpression(source, scope, { mayBeAbsent: true }).typed?.lowered;
}

/** The value of an expression in a state. A name that only an item or a part knows is a failure. */
export function valueIn(expression: Expression, facts: Facts, isPart: boolean): Result {
  return evaluate(expression, scopeOfFacts(facts, isPart));
}

function scopeOfFacts({ roots, state, pending, now, timeZone }: Facts, isPart: boolean): Scope {
  return {
    locale: { ...SOURCE_LOCALE, timeZone, now: () => now },
    read(path) {
      const [root = '', name = ''] = path;
      const values = roots[root];
      if (
        values === undefined ||
        (root === 'state' && !state.includes(name)) ||
        (root === 'params' && isPart)
      )
        return new Failure('This name is not known here');
      if (pending.includes(`${root}.${name}`)) return PENDING;
      return readPath(readOwn(values, name) as Result, path, 2);
    },
    with(name, value) {
      return extendScope(this, name, value);
    },
  };
}

/** In how many states a condition holds. */
export interface Counted {
  readonly holds: number;
  /** The states that were looked at and reached. */
  readonly looked: number;
}

/** @returns undefined if the condition is about something that a state does not decide, such as an item of a list. */
export function countStates(
  condition: Expression | undefined,
  factsIn: FactsIn,
  isPart: boolean,
): Counted | undefined {
  if (condition === undefined) return undefined;
  let [holds, looked] = [0, 0];
  for (const facts of factsIn.values()) {
    if (facts === null) continue;
    const result = valueIn(condition, facts, isPart);
    if (result instanceof Failure) return undefined;
    looked += 1;
    if (result === true) holds += 1;
  }
  return { holds, looked };
}

/** `Shown in 12 of 53 states`, and whether that is all of them, or none. */
export function sayCount({ holds, looked }: Counted, states: number, word: string): string {
  if (looked === 0) return 'No state was looked at yet.';
  const whole = `${word} in ${holds} of ${looked} states`;
  const left = looked < states ? `; ${states - looked} more were not looked at` : '';
  if (holds === 0) return `${whole}: never${left}.`;
  return holds === looked ? `${whole}: always${left}.` : `${whole}${left}.`;
}
