import type { NodePlan } from './plan.ts';

const AMOUNT: readonly string[] = ['value'];
const CONSENT: readonly string[] = [];

/**
 * The properties that must be amounts, in a node that shows an amount or asks for consent; undefined for other nodes. While
 * it is uncertain whether such a node is shown, critical actions are refused.
 */
export function termsOf({ type, terms }: Pick<NodePlan, 'type' | 'terms'>): readonly string[] | undefined {
  if (type === 'amount') return AMOUNT;
  return type === 'check' ? CONSENT : terms;
}
