import * as v from 'valibot';
import type { LostAnswer } from '../plan/draft.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { plainLabel } from '../plan/plain-label.ts';
import { SECRET_PURPOSES } from '../plan/secrets.ts';
import { isRecord, isRefusedName } from '../plan/value.ts';
import type { Field } from './fields.ts';

/** Longest stored label. A service may send long ones; the space is for the person's answers. */
const MAX_LABEL_LENGTH = 200;

/**
 * One field of a draft: kind of widget, label, value. Null means that the person cleared the field; without a value
 * it was filled in but must not be stored. For a repeating group the value is the number of records; the fields in
 * them have their own answers.
 */
export type Answer = readonly [kind: string, label: string, value?: Value | null];
const ANSWER: v.GenericSchema<unknown, Answer> = v.union([
  v.strictTuple([v.string(), v.string()]),
  v.tuple([v.string(), v.string(), v.pipe(v.unknown(), v.transform(copy))]),
]);

/**
 * Drops only unreadable entries, so the person fills in only those fields again. `v.record` would also drop a field
 * called `constructor`, which an earlier release may have.
 */
export const ANSWERS = v.pipe(
  v.custom<{ readonly [place: string]: unknown }>(isRecord),
  v.transform((answers) =>
    Object.entries(answers).flatMap(([place, stored]) => {
      const answer = v.safeParse(ANSWER, stored);
      return answer.success ? [[place, answer.output] as const] : [];
    }),
  ),
  v.transform((answers): { readonly [place: string]: Answer } => Object.fromEntries(answers)),
);

export function isRows({ plan }: Field): boolean {
  return plan.type === 'repeat';
}

/** A field's answer as it is stored; undefined if there is nothing to store. */
export function toAnswer(field: Field, value: Value | undefined): Answer | undefined {
  const label = evaluate(field.plan.props?.['label'] ?? '', field.scope());
  const named = [
    kindOf(field.plan),
    typeof label === 'string' ? plainLabel(field.plan, label).slice(0, MAX_LABEL_LENGTH) : '',
  ] as const;
  if (isRows(field)) return [...named, Array.isArray(value) ? value.length : 0];
  if (!isSensitive(field)) return [...named, value ?? null];
  return value === undefined || value === '' ? undefined : named;
}

/** An uncertain result counts as sensitive; fields that upload are sensitive by default. */
export function isSensitive(field: Field): boolean {
  const { upload, sensitive = upload !== undefined, purpose = '' } = field.plan.props ?? {};
  const scope = field.scope();
  return evaluate(sensitive, scope) !== false || SECRET_PURPOSES.has(evaluate(purpose, scope));
}

/** Numbers of different kinds are not compatible: 5 pieces are not 5 centavos. */
function kindOf({ type, props, writes }: NodePlan): string {
  const number = type === 'number-field' ? props?.['number'] : writes === 'money' ? writes : undefined;
  return typeof number === 'string' ? `${type}/${number}` : type;
}

/** Whether a stored value matches a field. Choices check their options themselves. */
export function fits(field: Field, [kind, , value]: Answer): boolean {
  const { plan } = field;
  if (kind !== kindOf(plan)) return false;
  if (typeof value !== 'string' || kind !== 'text-field') return true;
  const { max, accept = 'any' } = plan.props ?? {};
  const longest = max === undefined ? undefined : evaluate(max, field.scope());
  if (typeof longest === 'number' && value.length > longest) return false;
  return evaluate(accept, field.scope()) !== 'digits' || /^\d*$/.test(value);
}

export function toLost([place, [kind, label, value]]: readonly [string, Answer]): LostAnswer {
  return {
    place,
    label,
    ...(kind === 'text-field' && typeof value === 'string' && { words: value }),
  };
}

/** Copies JSON like a reply: no inherited and no refused names. */
function copy(json: unknown): Value | null {
  if (Array.isArray(json)) return json.map(copy).filter((item) => item !== null);
  if (typeof json !== 'object') return json as string | number | boolean;
  if (json === null) return null;
  const record: { [name: string]: Value } = Object.create(null);
  for (const [name, member] of Object.entries(json)) {
    const value = isRefusedName(name) ? null : copy(member);
    if (value !== null) record[name] = value;
  }
  return record;
}
