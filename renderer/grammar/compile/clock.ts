import type { ElementPlan } from '../../plan/plan.ts';
import type { EngineWord } from '../../plan/words.ts';
import { isJson, type Json } from '../json.ts';
import type { Draft } from './draft.ts';

interface Clock {
  readonly pattern: string;
  readonly message: EngineWord;
  readonly example: string;
}

const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]';
const CLOCKS: { readonly [purpose: string]: Clock } = {
  time: { pattern: `^${TIME}$`, message: 'Enter hours and minutes, for example 09:30.', example: '09:30' },
  datetime: {
    pattern: `^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T${TIME}$`,
    message: 'Enter a date, and hours and minutes.',
    example: '2026-03-05T09:30',
  },
};

/** Members for texts that a person types letter by letter. */
const TYPED = ['accept', 'groups', 'maxLength', 'max', 'counter', 'multiline'];

/**
 * Checks a field for a time of day, or for a date with one.
 *
 * @returns the rule that its value is a whole time; none for other fields.
 */
export function readClock(draft: Draft, raw: Json, pointer: string): readonly ElementPlan[] {
  const { purpose, initial } = raw;
  const clock = typeof purpose === 'string' && Object.hasOwn(CLOCKS, purpose) ? CLOCKS[purpose] : undefined;
  if (clock === undefined) {
    reportChoice(draft, purpose, `${pointer}/purpose`);
    return [];
  }
  for (const name of TYPED) {
    if (raw[name] === undefined) continue;
    draft.reportName('field/clock', `${pointer}/${name}`, `A field for a time cannot have "${name}".`);
  }
  const { pattern, message, example } = clock;
  if (typeof initial === 'string' && !initial.includes('${') && !new RegExp(pattern).test(initial)) {
    const found = `"${initial}" is not a ${purpose === 'time' ? 'time' : 'date with a time'}.`;
    draft.report('field/clock', `${pointer}/initial`, found, `write it as ${example}`);
  }
  return [{ props: { rule: 'pattern', pattern, message: ['text', message] } }];
}

/** The kind of the input must be known before the page has data. */
function reportChoice(draft: Draft, purpose: unknown, pointer: string): void {
  const { choose } = isJson(purpose) ? purpose : {};
  const entries: readonly unknown[] = Array.isArray(choose) ? choose : [];
  const isClock = entries.some((entry) =>
    Object.hasOwn(CLOCKS, String(isJson(entry) ? entry['value'] : entry)),
  );
  if (!isClock) return;
  const message = 'Whether a field is for a time cannot depend on a condition.';
  draft.report('field/clock', pointer, message, 'write two fields, each with its "visibleWhen"');
}
