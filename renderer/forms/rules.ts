import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Scope, Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';

/** A rule where it acts: one of an `each` sees its item. */
export interface Rule {
  readonly plan: ElementPlan;
  readonly scope: Scope;
}

const NONE: readonly Rule[] = [];
const NO_ELEMENTS: readonly ElementPlan[] = [];

/**
 * The rules that act on a field now: one predicate for validation, mark and ARIA.
 *
 * One whose condition cannot be computed acts: uncertainty never lets a form be sent.
 */
export function actingRules(rules: readonly ElementPlan[], scope: Scope): readonly Rule[] {
  if (rules.length === 0) return NONE;
  const acting: Rule[] = [];
  for (const plan of rules) {
    for (const at of scopesOf(plan, scope)) {
      if (holds(plan.visible, at) && holds(plan.props['when'], at)) acting.push({ plan, scope: at });
    }
  }
  return acting;
}

/** A field's rules, whether they act or not. */
export function rulesOf({ lists }: NodePlan): readonly ElementPlan[] {
  return lists?.['rules'] ?? NO_ELEMENTS;
}

/** Those that act on it now. None where it is certainly disabled: nobody could put it right. */
export function rulesNow(plan: NodePlan, scope: Scope): readonly Rule[] {
  const isDisabled = plan.enabled !== undefined && evaluate(plan.enabled, scope) === false;
  return isDisabled ? [] : actingRules(rulesOf(plan), scope);
}

/** Whether one of the rules asks for a value. */
export function isRequired(rules: readonly Rule[]): boolean {
  return rules.some(({ plan }) => plan.props['rule'] === 'required');
}

/** Where a rule acts: of an `each` once with each item. */
function scopesOf(plan: ElementPlan, scope: Scope): readonly Scope[] {
  if (plan.each === undefined) return [scope];
  const { list, as, at } = plan.each;
  const items = evaluate(list, scope);
  // Of a list that is not there nobody knows what its items would ask for.
  if (!Array.isArray(items)) return items === undefined ? [] : [scope];
  return items.map((item: Value, index) => {
    const inner = scope.with(as, item);
    return at === undefined ? inner : inner.with(at, index);
  });
}

function holds(condition: Expression | undefined, scope: Scope): boolean {
  return condition === undefined || evaluate(condition, scope) !== false;
}
