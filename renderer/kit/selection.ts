import type { Value } from '../plan/expression.ts';
import { isSameValue } from './same-value.ts';

/** The value of a field with options: that of one option, or with `isMany` a list of them. */
export type Selection = Value | undefined;

type Options = readonly { readonly value: Value }[];

const listOf = (selection: Selection): readonly Value[] => (Array.isArray(selection) ? selection : []);

export function isSelected(selection: Selection, value: Value, isMany = false): boolean {
  return isMany ? listOf(selection).some((one) => isSameValue(one, value)) : isSameValue(selection, value);
}

/** Adds an option to a list, or removes it. Keeps the order of the options; an empty list becomes undefined. */
export function toggle(options: Options, selection: Selection, value: Value): Selection {
  const list = listOf(selection);
  const wanted = isSelected(list, value, true)
    ? list.filter((one) => !isSameValue(one, value))
    : [...list, value];
  const ordered = options.map((option) => option.value).filter((one) => isSelected(wanted, one, true));
  return ordered.length === 0 ? undefined : ordered;
}

/** Whether there is a selection to confirm: an option, or a value of an earlier list. */
export function isPicked(options: Options, selection: Selection, isMany = false): boolean {
  if (isMany) return listOf(selection).length > 0;
  if (selection === undefined) return false;
  return selection !== '' || options.some(({ value }) => isSameValue(value, selection));
}
