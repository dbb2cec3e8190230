import { evaluate } from '../plan/evaluate.ts';
import { type Expression, Failure, PENDING, type Result, type Scope } from '../plan/expression.ts';
import { ActionFailure } from './action.ts';
import { readsOf } from './reads.ts';
import { firstTwo } from './store.ts';

/** Thrown while an action reads pending data. The action starts again when one of `reads` changes. */
export class NotYet extends Error {
  /** The paths that were read, each as its first two names. */
  readonly reads: readonly string[];
  constructor(reads: readonly string[]) {
    super('not yet');
    this.reads = reads;
  }
}

/**
 * Whether a condition of an action holds.
 *
 * @throws NotYet while it is pending; ActionFailure `refused` if it cannot be computed, `unsupported` if it uses a
 *   function that this engine lacks.
 */
export function decide(condition: Expression, scope: Scope): boolean {
  const result = evaluate(condition, scope);
  if (typeof result === 'boolean') return result;
  if (result === PENDING) throw new NotYet(keysOf(condition));
  throw uncomputable(result, 'condition/uncomputable');
}

/**
 * A property of an action; undefined if absent.
 *
 * @param evaluateIt - `evaluateShown` for text that is shown to people.
 * @throws NotYet while it is pending; ActionFailure `refused` if it cannot be computed, `unsupported` if it uses a
 *   function that this engine lacks.
 */
export function compute(
  expression: Expression,
  scope: Scope,
  evaluateIt = evaluate,
): Exclude<Result, typeof PENDING | Failure> {
  const result = evaluateIt(expression, scope);
  if (result === PENDING) throw new NotYet(keysOf(expression));
  if (result instanceof Failure) throw uncomputable(result, 'value/uncomputable');
  return result;
}

function uncomputable(result: Result, code: string): ActionFailure {
  const isUnknown =
    result instanceof Failure && (result.reason === 'function' || result.reason === 'operation');
  return new ActionFailure({ kind: isUnknown ? 'unsupported' : 'refused', code });
}

/** First two names of every path that an expression reads, as `Store.subscribe` takes them. */
export function keysOf(expression: Expression): readonly string[] {
  return [...new Set([...readsOf(expression)].map(firstTwo))];
}

/** A condition that reads only `device` is no precondition of a critical call. */
export function isAboutDevice(expression: Expression): boolean {
  const reads = keysOf(expression);
  return reads.length > 0 && reads.every((read) => read.startsWith('device.'));
}
