import type { Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';

/**
 * A plan as those get it who read one language: with its messages alone, and without any where it says nothing of its
 * own.
 *
 * @param app - Whose texts of the configuration are said in that language too.
 */
export function inOneLanguage<P extends Plan | AppPlan>(whole: P, app: AppPlan, language: string): P {
  const plan = sayConfig(whole, app, language);
  const own = Object.hasOwn(plan.messages, language) ? plan.messages[language] : undefined;
  const isEmpty = own === undefined || Object.keys(own).length === 0;
  return { ...plan, messages: isEmpty ? {} : { [language]: own } };
}

/** Values of the configuration that are texts, in that language: pages show what they read of it as it stands. */
function sayConfig<P extends Plan | AppPlan>(plan: P, { messages }: AppPlan, language: string): P {
  const own = Object.hasOwn(messages, language) ? messages[language] : undefined;
  if (plan.config === undefined || own === undefined) return plan;
  const say = (value: Value): Value => {
    const said = typeof value === 'string' && Object.hasOwn(own, value) ? own[value] : undefined;
    return typeof said === 'string' ? said : value;
  };
  const groups = Object.entries(plan.config).map(([group, values]) => [
    group,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)])),
  ]);
  return { ...plan, config: Object.fromEntries(groups) as AppPlan['config'] };
}
