import type { Expression } from '../../plan/expression.ts';
import type { ElementPlan } from '../../plan/plan.ts';
import type { EngineWord } from '../../plan/words.ts';

const SIDES: readonly (readonly [side: 'earliest' | 'latest', operator: '>=' | '<=', message: EngineWord])[] =
  [
    ['earliest', '>=', 'The earliest date you can choose is {day}.'],
    ['latest', '<=', 'The latest date you can choose is {day}.'],
  ];

/**
 * The rules that keep a day in its range when the form is checked: what the range reads may have changed since the day was chosen. They
 * are rules that pages of every grammar know. If the limit or the day is absent, the rule passes; if one cannot be computed, it fails.
 *
 * @param props The lowered properties of the field.
 * @param field The path of the field's value.
 */
export function rangeRules(
  props: { readonly [name: string]: Expression },
  field: readonly string[],
): readonly ElementPlan[] {
  const value: Expression = ['get', ...field];
  return SIDES.flatMap(([side, operator, message]) => {
    const limit = props[side];
    if (limit === undefined) return [];
    const isWithin: Expression = [
      '||',
      ['==', value, ''],
      // Whole days: a limit may have a time of day, and then a day would come before the times of that day.
      [operator, ['call', 'daysUntil', value], ['call', 'daysUntil', limit]],
    ];
    return [
      {
        props: {
          rule: 'check',
          check: ['or', isWithin, true],
          message: ['text', message, { day: ['call', 'date', limit] }],
          range: side,
        },
      },
    ];
  });
}
