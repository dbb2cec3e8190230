import type { ElementPlan } from '../../plan/plan.ts';
import type { Json } from '../json.ts';
import type { Draft } from './draft.ts';
import { findContract, readRequestWith } from './endpoints.ts';
import { loweredOf } from './members.ts';
import type { Scope } from './scope.ts';

/**
 * Reads a rule that calls a service: the endpoint, its input, and the check of its reply.
 *
 * The rule runs only if the field has a value, so its request may read the field without a test.
 */
export function readRemoteRule(
  draft: Draft,
  raw: Json,
  pointer: string,
  outer: Scope,
  field: string | undefined,
): ElementPlan['props'] {
  const { endpoint } = raw;
  if (typeof endpoint !== 'string') return {};
  const scope = field === undefined ? outer : outer.prove([field]);
  const contract = findContract(draft, endpoint, `${pointer}/endpoint`);
  if (contract !== undefined && !contract.isSafe) {
    draft.report(
      'endpoint/unsafe-read',
      `${pointer}/endpoint`,
      `The endpoint "${endpoint}" is not safe, so a rule cannot call it after each input.`,
    );
  }
  if (raw['check'] === undefined) {
    draft.report('rule/incomplete', pointer, 'A rule "remote" needs "check", a condition on the reply.');
  }
  const reply = contract && { type: contract.reply.type, absent: contract.mayBeAbsent };
  const { lowered: check } = draft.condition(raw['check'], `${pointer}/check`, scope.bind('reply', reply));
  if (contract === undefined) return {};
  const values = readRequestWith(draft, raw['with'], contract, pointer, scope);
  return {
    endpoint,
    with: ['record', loweredOf(values)],
    ...(check === undefined ? {} : { check }),
  };
}
