import type { Value } from '#renderer/plan/expression.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';

/**
 * A plan for one language: with only its messages.
 * @param app - With the translations of the configuration's texts.
 */
export function inOneLanguage<P extends Plan | AppPlan>(whole: P, app: AppPlan, language: string): P {
  const plan = translateConfig(whole, app, language);
  const own = Object.hasOwn(plan.messages, language) ? plan.messages[language] : undefined;
  const isEmpty = own === undefined || Object.keys(own).length === 0;
  return { ...plan, messages: isEmpty ? {} : { [language]: own } };
}

/** Translates the texts of the configuration, because pages show them unchanged. */
function translateConfig<P extends Plan | AppPlan>(plan: P, { messages }: AppPlan, language: string): P {
  const own = Object.hasOwn(messages, language) ? messages[language] : undefined;
  if (plan.config === undefined || own === undefined) return plan;
  const translate = (value: Value): Value => {
    const translated = typeof value === 'string' && Object.hasOwn(own, value) ? own[value] : undefined;
    return typeof translated === 'string' ? translated : value;
  };
  const groups = Object.entries(plan.config).map(([group, values]) => [
    group,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translate(value)])),
  ]);
  return { ...plan, config: Object.fromEntries(groups) as AppPlan['config'] };
}
