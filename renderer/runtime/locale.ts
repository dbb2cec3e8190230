import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Locale, Scope } from '../plan/expression.ts';
import { findLanguage } from '../plan/language.ts';
import { chooseForm, messageId } from '../plan/message.ts';
import type { AppPlan, Plan } from '../plan/plan.ts';
import { own } from './lists.ts';
import type { Clock } from './services.ts';

/** The release's language that is closest to the device's. */
export function chooseLanguage({ languages }: AppPlan, wanted: string): string {
  return findLanguage(languages.list, wanted) ?? languages.default;
}

/** The language of a text from a service; undefined for the author's texts. */
export function languageOf(language: Expression | undefined, scope: Scope): string | undefined {
  const tag = language === undefined ? undefined : evaluate(language, scope);
  return typeof tag === 'string' && tag !== '' ? tag : undefined;
}

/** Messages, formats and time of a screen. `language` is called each time, because it may change. */
export function createLocale(plan: Plan, app: AppPlan, clock: Clock, language: () => string): Locale {
  return {
    get language() {
      return language();
    },
    now: () => clock.now(),
    message(source, values, context) {
      const spoken = language();
      const id = messageId(source, context);
      const message = own(own(plan.messages, spoken) ?? {}, id) ?? own(own(app.messages, spoken) ?? {}, id);
      return message === undefined ? source : chooseForm(message, values);
    },
    ...(app.currency && { currency: app.currency }),
    timeZone: app.timeZone,
  };
}
