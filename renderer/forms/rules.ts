import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Scope, Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';

/** A rule with its scope; a rule of an `each` has the item in scope. */
export interface Rule {
  readonly plan: ElementPlan;
  readonly scope: Scope;
}

const NONE: readonly Rule[] = [];
const NO_ELEMENTS: readonly ElementPlan[] = [];

/**
 * The rules that apply to a field now; used for validation, the required mark and ARIA. A rule whose condition cannot
 * be computed applies: an uncertain form is not sent.
 *
 * @param areWarnings - Returns the rules that do not block instead of those that do.
 */
export function actingRules(
  rules: readonly ElementPlan[],
  scope: Scope,
  areWarnings = false,
): readonly Rule[] {
  if (rules.length === 0) return NONE;
  const acting: Rule[] = [];
  for (const plan of rules) {
    if (areWarnings !== (plan.props['blocks'] === false)) continue;
    for (const at of scopesOf(plan, scope)) {
      if (holds(plan.visible, at) && holds(plan.props['when'], at)) acting.push({ plan, scope: at });
    }
  }
  return acting;
}

/** All rules of a field. */
export function rulesOf({ lists }: NodePlan): readonly ElementPlan[] {
  return lists?.['rules'] ?? NO_ELEMENTS;
}

/** The rules that apply now. Empty for a field that is certainly disabled, because the person cannot correct it. */
export function rulesNow(plan: NodePlan, scope: Scope): readonly Rule[] {
  const isDisabled = plan.enabled !== undefined && evaluate(plan.enabled, scope) === false;
  return isDisabled ? [] : actingRules(rulesOf(plan), scope);
}

/** Whether one of the rules requires a value. */
export function isRequired(rules: readonly Rule[]): boolean {
  return rules.some(({ plan }) => plan.props['rule'] === 'required');
}

/** Scopes of a rule; for an `each` one per item. */
function scopesOf(plan: ElementPlan, scope: Scope): readonly Scope[] {
  if (plan.each === undefined) return [scope];
  const { list, as, at } = plan.each;
  const items = evaluate(list, scope);
  // A list that is pending or cannot be computed may have items, so the rule applies.
  if (!Array.isArray(items)) return items === undefined ? [] : [scope];
  return items.map((item: Value, index) => {
    const inner = scope.with(as, item);
    return at === undefined ? inner : inner.with(at, index);
  });
}

function holds(condition: Expression | undefined, scope: Scope): boolean {
  return condition === undefined || evaluate(condition, scope) !== false;
}
