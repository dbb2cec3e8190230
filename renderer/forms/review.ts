import type { NodeSnapshot } from '../runtime/live.ts';
import type { Locale, Value } from '../plan/expression.ts';
import { formatDate, formatDateTime } from '../plan/format.ts';
import { isolate, settle } from '../plan/isolate.ts';
import { formatMoney } from '../plan/money.ts';
import type { ReviewedAnswer } from '../plan/steps.ts';
import type { NodePlan } from '../plan/plan.ts';
import { plainLabel } from '../plan/plain-label.ts';
import { isHidden } from '../plan/secrets.ts';
import { isEqual } from '../plan/value.ts';
import { writtenKind } from '../plan/written-kind.ts';
import type { Field } from './fields.ts';
import type { Form } from './form-state.ts';

/** The answers in the visible fields of a step, in order, formatted for people. */
export function reviewStep(form: Form, fields: readonly Field[]): readonly ReviewedAnswer[] {
  const { engine } = form;
  const { locale } = engine.scope;
  return fields.flatMap((field): readonly ReviewedAnswer[] => {
    const { type } = field.plan;
    const snapshot = engine.tree.findField(form.id, field.name)?.snapshot();
    // The fields of a record have their own labels.
    if (!field.isShown() || snapshot === undefined || type === 'group') return [];
    if (type === 'repeat' && (snapshot.rows?.count ?? 0) > 0) return [];
    const said = wordsOf(snapshot, writtenKind(field.plan), locale);
    const words = said !== '' && isHidden(snapshot.props['purpose']) ? '••••' : said;
    return [
      {
        place: field.pointer(),
        label: [...recordsAround(form, field.name), plainLabel(field.plan, textOf(snapshot.props['label']))]
          .map((words) => isolate(words))
          .join(' · '),
        words: words === '' ? locale.message('Nothing entered') : words,
      },
    ];
  });
}

/** Headings of the records around a field: `children.r2.name` is in `children.r2`. */
function recordsAround({ engine, id }: Form, name: string): readonly string[] {
  const names = name.split('.');
  return names.slice(1).flatMap((_, at) => {
    const around = engine.tree.findField(id, names.slice(0, at + 1).join('.'));
    const title = around?.plan.props?.['record'] === true ? textOf(around.snapshot().props['title']) : '';
    return title === '' ? [] : [title];
  });
}

interface Option {
  readonly value?: Value;
  readonly text?: unknown;
}

function wordsOf({ value, props }: NodeSnapshot, kind: NodePlan['writes'], locale: Locale): string {
  if (value === undefined) return kind === 'boolean' ? locale.message('No') : '';
  const options = [props['options'], props['places']].flatMap((list) =>
    Array.isArray(list) ? (list as Option[]) : [],
  );
  const say = (one: Value): string => {
    const option = options.find(({ value: own }) => own !== undefined && isEqual(own, one, () => {}));
    if (option !== undefined) return textOf(option.text);
    if (typeof one === 'boolean') return locale.message(one ? 'Yes' : 'No');
    if (props['purpose'] === 'datetime' && typeof one === 'string') return formatDateTime(one, locale);
    if (kind === 'date' && typeof one === 'string') return formatDate(one, 'medium', locale);
    // Plans of earlier versions name the kind of a number only in the properties of its field.
    if ((kind === 'money' || props['number'] === 'money') && typeof one === 'number')
      return formatMoney(one, locale);
    return typeof one === 'object' ? '' : settle(String(one));
  };
  if (!Array.isArray(value)) return say(value);
  // The addresses of photos and files are unreadable, so their number is shown.
  const isChosen = options.length > 0;
  return isChosen
    ? value.map((one) => isolate(say(one))).join(', ')
    : value.length === 0
      ? ''
      : String(value.length);
}

function textOf(words: unknown): string {
  return typeof words === 'string' ? settle(words) : '';
}
