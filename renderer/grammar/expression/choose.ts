import type { Expression } from '#renderer/plan/expression.ts';
import type { StringProblem, Type, TypeContext } from '../type.ts';
import { type Checked, compose, union } from './checked.ts';
import { withProven } from './context.ts';
import { checkSource, presenceTests } from './compile-expression.ts';
import type { Located } from './expectation.ts';
import { error } from './tokens.ts';
import { joinTypes, typeName } from './types.ts';

/** Whether a value is `{ "choose": […] }`, also with a `context`. */
export function isChoose(
  value: unknown,
): value is { readonly choose: readonly unknown[]; readonly context?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'choose' in value &&
    Array.isArray(value.choose) &&
    Object.keys(value).every((name) => name === 'choose' || name === 'context')
  );
}

type CheckEntry = (value: unknown, context: TypeContext, pointer: string) => Checked | undefined;

/**
 * Checks the entries of a `choose` in order. The first entry whose `when` is true and whose value is present
 * is used. A `when` proves paths for its own value. What a false `when` proves applies to later entries only
 * if the value is always present; otherwise they are also reached with `when` true.
 */
export function checkChoose(
  entries: readonly unknown[],
  context: TypeContext,
  at: string,
  problems: Located<StringProblem>[],
  checkEntry: CheckEntry,
): Checked | undefined {
  let proven: ReadonlySet<string> = new Set();
  let type: Type = { kind: 'any' };
  let isAlwaysPresent = false;
  let isComplete = entries.length > 0;
  const parts: Checked[] = [];
  const lowered: [Expression, Expression][] = [];
  for (const [index, entry] of entries.entries()) {
    const pointer = `${at}/choose/${index}`;
    if (isAlwaysPresent) warnOfUnreached(pointer, problems);
    const inScope = withProven(context, proven);
    const { value, when, valueAt } = readEntry(entry, pointer);
    const condition = when === undefined ? undefined : checkWhen(when, inScope, `${pointer}/when`, problems);
    // A broken condition counts as proof of everything it tests, so that one mistake is not reported twice.
    const tested =
      condition?.provesTrue ?? (typeof when === 'string' ? new Set(presenceTests(when)) : new Set<string>());
    const checked = checkEntry(value, withProven(inScope, tested), valueAt);
    if (checked === undefined || (when !== undefined && condition === undefined)) {
      isComplete = false;
      continue;
    }
    const joined = joinTypes(type, checked.type);
    if (joined === undefined) {
      const message = `All entries need the same type; this is ${typeName(checked.type)} among ${typeName(type)}.`;
      problems.push({ ...error('value/type', 0, 0, message), pointer: valueAt });
      isComplete = false;
      continue;
    }
    type = joined;
    const isPresent = checked.absences.length === 0;
    if (isPresent && condition !== undefined) proven = union(proven, condition.provesFalse);
    isAlwaysPresent ||= isPresent && when === undefined;
    if (condition !== undefined) parts.push(condition);
    parts.push(checked);
    lowered.push([condition?.lowered ?? true, checked.lowered]);
  }
  if (!isComplete) return undefined;
  const absences = isAlwaysPresent ? [] : [{ path: '', at: 0, length: 0 }];
  return { ...compose(type, ['choose', ...lowered], parts), absences };
}

function readEntry(
  entry: unknown,
  pointer: string,
): { readonly value: unknown; readonly when?: unknown; readonly valueAt: string } {
  if (typeof entry === 'object' && entry !== null && 'when' in entry && 'value' in entry) {
    return { value: entry.value, when: entry.when, valueAt: `${pointer}/value` };
  }
  return { value: entry, valueAt: pointer };
}

function checkWhen(
  when: unknown,
  context: TypeContext,
  pointer: string,
  problems: Located<StringProblem>[],
): Checked | undefined {
  if (typeof when !== 'string') {
    problems.push({ ...error('value/type', 0, 0, 'A condition is an expression.'), pointer });
    return undefined;
  }
  const { checked, problems: found } = checkSource(when, context, { expected: { kind: 'boolean' } });
  for (const problem of found) problems.push({ ...problem, pointer });
  return checked;
}

function warnOfUnreached(pointer: string, problems: Located<StringProblem>[]): void {
  if (problems.some((problem) => problem.code === 'value/never-chosen')) return;
  const message = 'This entry is never used: the one before it is always present.';
  problems.push({ ...error('value/never-chosen', 0, 0, message), severity: 'warning', pointer });
}
