import { PENDING, type Value } from '../plan/expression.ts';
import { keepEqual } from './keep-equal.ts';
import type { Store } from './ports/store.ts';
import { writePath } from './scope.ts';
import type { TreeNode } from './tree-node.ts';

interface Option {
  readonly key: string;
  readonly value: Value;
}

/**
 * Keeps a choice consistent with its options. After its list was read again, the choice takes the new value of the
 * option with the same key; otherwise it becomes empty, or the first option with `preselect`. Does nothing while the
 * list is missing, and for search results, which are never the whole list.
 */
export function settleChoice(store: Store, node: TreeNode): void {
  const { props, value, source } = node.snapshot();
  if (source !== undefined || node.plan.props?.['search'] !== undefined) return;
  const options = props['options'];
  if (!node.isField || !node.snapshot().visible || !isComplete(options)) return;
  if (Array.isArray(value) && isListOfOptions(value, options)) {
    const left = value.filter((item: Value) => options.some((option) => isSame(option.value, item)));
    if (left.length < value.length) write(store, node, left.length === 0 ? undefined : left);
    return;
  }
  const chosen = value === undefined ? undefined : options.find((option) => isSame(option.value, value));
  if (chosen) {
    node.chosen = chosen;
    return;
  }
  // The old key does not apply to a value from a reset, a reply or a draft.
  const { chosen: before } = node;
  const again =
    value !== undefined && before !== undefined && isSame(before.value, value)
      ? options.find((option) => option.key === before.key)
      : undefined;
  const fresh = again ?? (props['preselect'] === 'first' ? options[0] : undefined);
  node.chosen = fresh;
  if (fresh?.value !== value) write(store, node, fresh?.value);
}

function write(store: Store, node: TreeNode, value: Value | undefined): void {
  const { fieldPlace: place } = node;
  if (place) node.scope.sources.forms.write(place.form, place.name, value, true);
  else if (node.plan.bind) writePath(store, node.scope, node.plan.bind, value);
}

function isSame(a: Value, b: Value): boolean {
  return keepEqual(a, b) === a;
}

/** Options may be lists themselves: then a value that is one option is no list of options. */
function isListOfOptions(value: readonly Value[], options: readonly Option[]): boolean {
  return options.every((option) => !Array.isArray(option.value)) || value.some((item) => Array.isArray(item));
}

/** Whether all options are loaded: no placeholders, no missing values. */
function isComplete(options: unknown): options is readonly Option[] {
  if (!Array.isArray(options)) return false;
  return options.every(
    (option: { readonly value?: unknown }) => option.value !== undefined && option.value !== PENDING,
  );
}
