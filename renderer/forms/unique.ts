import type { Expression, Value } from '../plan/expression.ts';
import { findField, type Form, isSame } from './form-state.ts';
import { rulesNow } from './rules.ts';
import { messageOf } from './validate-value.ts';

/** The message of the first rule `unique` that the field of a record breaks: an earlier record has the same values. */
export function findDuplicate(form: Form, name: string): string | undefined {
  const [, list = '', key = '', member = ''] = /^(.*)\.(r\d+)\.([^.]+)$/.exec(name) ?? [];
  const group = findField(form, list);
  if (group === undefined) return undefined;
  const rules = rulesNow(group.plan, group.scope()).filter(({ plan }) => plan.props['rule'] === 'unique');
  const broken = rules.find(({ plan }) => {
    const members = namesIn(plan.props['fields']);
    return members[0] === member && isRepeated(form, list, key, members);
  });
  return broken && messageOf(broken);
}

function isRepeated(form: Form, list: string, key: string, members: readonly string[]): boolean {
  const valuesOf = (record: string): readonly (Value | undefined)[] =>
    members.map((member) => form.library.value(`${list}.${record}.${member}`));
  // The value of a repeating group in react-hook-form is the list of its keys.
  const keys = form.library.value(list) as readonly string[];
  const own = valuesOf(key);
  // Records that are not filled in yet are equal, but no mistake.
  if (own.some((value) => value === undefined || value === '')) return false;
  return keys
    .slice(0, keys.indexOf(key))
    .some((other) => valuesOf(other).every((value, at) => isSame(value, own[at])));
}

/** The names in a lowered list of constants. */
function namesIn(fields: Expression | undefined): readonly string[] {
  return Array.isArray(fields) ? (fields.slice(1) as string[]) : [];
}
