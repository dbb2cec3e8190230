import { evaluate } from '../plan/evaluate.ts';
import type { Expression, Locale, Scope } from '../plan/expression.ts';
import { findLanguage } from '../plan/language.ts';
import { chooseForm, messageId } from '../plan/message.ts';
import type { AppPlan, Plan } from '../plan/plan.ts';
import { own } from './lists.ts';
import type { Clock } from './services.ts';

/** The language of a release that comes nearest to what the device asks for. */
export function chooseLanguage({ languages }: AppPlan, wanted: string): string {
  return findLanguage(languages.list, wanted) ?? languages.default;
}

/** The language of a text that a service wrote; undefined for words of the author. */
export function languageOf(language: Expression | undefined, scope: Scope): string | undefined {
  const tag = language === undefined ? undefined : evaluate(language, scope);
  return typeof tag === 'string' && tag !== '' ? tag : undefined;
}

/** Words, formats and time of a live screen; `language` is asked each time, for it may change. */
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
