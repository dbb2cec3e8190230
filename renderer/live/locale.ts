import type { Locale } from '../plan/expression.ts';
import { findLanguage } from '../plan/language.ts';
import { chooseForm, messageId } from '../plan/message.ts';
import type { AppPlan, Plan } from '../plan/plan.ts';
import { own } from './lists.ts';
import type { Clock } from './services.ts';

/** The language of a release that comes nearest to what the device asks for. */
export function chooseLanguage({ languages }: AppPlan, wanted: string): string {
  return findLanguage(languages.list, wanted) ?? languages.default;
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
    ...(app.timeZone !== undefined && { timeZone: app.timeZone }),
  };
}

// Making a formatter costs more than a keyboard's movement should: one per zone.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The date where the application is at home, YYYY-MM-DD. */
export function todayIn(timeZone: string | undefined, now: number): string {
  return momentIn(timeZone, now).slice(0, 10);
}

/** Date and time where the application is at home, `YYYY-MM-DD HH:MM:SS`. */
export function momentIn(timeZone: string | undefined, now: number): string {
  const zone = timeZone ?? 'UTC';
  const calendar =
    calendars.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  calendars.set(zone, calendar);
  const parts = calendar.formatToParts(now);
  const join = (names: readonly string[], sign: string) =>
    names.map((name) => parts.find(({ type }) => type === name)?.value ?? '').join(sign);
  return `${join(['year', 'month', 'day'], '-')} ${join(['hour', 'minute', 'second'], ':')}`;
}
