import type { Condition } from './condition.ts';
import type { Slot } from './slot.ts';

/** What a UI schema says about one place. */
export interface Hint {
  readonly title?: string;
  readonly help?: string;
  readonly isMultiline?: boolean;
  readonly look?: 'list' | 'segmented' | 'sheet';
  /** Beyond what the schema says. */
  readonly visible?: Condition;
}

/** A UI schema, as those see it that write nodes. */
export interface Hints {
  of(slot: Slot): Hint;
  /** Members in the order in which they are asked for. */
  order(slot: Slot): readonly Slot[];
  /** How the fields of the root stand, where the UI schema says so. */
  readonly layout?: readonly Layout[] | undefined;
}

/** One thing of a layout. */
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

/** Without a UI schema everything stands as the schema has it. */
export const NO_HINTS: Hints = {
  of: () => NONE,
  order: (slot) => [...slot.members.values()],
};
