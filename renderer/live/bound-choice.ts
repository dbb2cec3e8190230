import { PENDING, type Value } from '../plan/expression.ts';
import { keepEqual } from './keep-equal.ts';
import type { Store } from './ports.ts';
import { writePath } from './scope.ts';
import type { TreeNode } from './tree-node.ts';

interface Option {
  readonly key: string;
  readonly value: Value;
}

/**
 * Keeps a choice true to its options: when its list was read again it keeps the option
 * of the same key with that option's value of now, else it has none, or the first with `preselect`. While
 * the list is not there nothing is decided, and what is found by searching never was the whole list.
 */
export function settleChoice(store: Store, node: TreeNode): void {
  const { props, value, source } = node.snapshot();
  if (source !== undefined || node.plan.props?.['search'] !== undefined) return;
  const options = props['options'];
  if (!node.isField || !node.snapshot().visible || !isComplete(options)) return;
  if (Array.isArray(value) && node.plan.type === 'choices') {
    const left = value.filter((item: Value) => options.some((option) => isSame(option.value, item)));
    if (left.length < value.length) write(store, node, left.length === 0 ? undefined : left);
    return;
  }
  const chosen = value === undefined ? undefined : options.find((option) => isSame(option.value, value));
  if (chosen) {
    node.chosen = chosen;
    return;
  }
  // What was chosen once says nothing of a value that came since: from a reset, a reply, a draft.
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

/** Options that are all there: none of them a placeholder, none without a value. */
function isComplete(options: unknown): options is readonly Option[] {
  if (!Array.isArray(options)) return false;
  return options.every(
    (option: { readonly value?: unknown }) => option.value !== undefined && option.value !== PENDING,
  );
}
