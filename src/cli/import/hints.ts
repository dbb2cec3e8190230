import type { Condition } from './condition.ts';
import type { Slot } from './slot.ts';

/** Settings in a UI schema for one slot. */
export interface Hint {
  readonly title?: string;
  readonly help?: string;
  readonly isMultiline?: boolean;
  readonly look?: 'list' | 'segmented' | 'sheet';
  /** In addition to the schema's condition. */
  readonly visible?: Condition;
}

/** A UI schema, as the emitters read it. */
export interface Hints {
  of(slot: Slot): Hint;
  /** Members in the order of their fields. */
  order(slot: Slot): readonly Slot[];
  /** Layout of the root's fields, if the UI schema has one. */
  readonly layout?: readonly Layout[] | undefined;
}

/** One element of a layout. */
export type Layout =
  | { readonly kind: 'slot'; readonly slot: Slot; readonly visible: Condition }
  | { readonly kind: 'words'; readonly text: string; readonly visible: Condition }
  | {
      readonly kind: 'group';
      readonly title: string | undefined;
      readonly look: 'card' | 'plain' | 'columns';
      readonly body: readonly Layout[];
      readonly visible: Condition;
    };

const NONE: Hint = {};

/** Without a UI schema, the order is the schema's. */
export const NO_HINTS: Hints = {
  of: () => NONE,
  order: (slot) => [...slot.members.values()],
};
