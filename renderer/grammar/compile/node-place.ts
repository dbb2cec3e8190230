import type { Draft } from './draft.ts';
import type { Parts } from './parts.ts';
import type { Scope } from './scope.ts';

/** The context of a node. */
export interface NodePlace {
  readonly draft: Draft;
  readonly parts: Parts;
  readonly scope: Scope;
  /** The id of the form around it. */
  readonly form?: string;
  /** Path of the record that its fields are members of: a form, a group, or a record of a list. */
  readonly record?: readonly string[];
  /** Under `each`: all repetitions of an input would write to one field. */
  readonly isRepeated: boolean;
  /** The slots of the part that is compiled; undefined in a screen. */
  readonly slots?: ReadonlySet<string>;
  /** In a slot that stands in a form, a group or a list of another part. */
  readonly isEnclosed?: boolean;
  /** The form around it is the one around the use of the part; see `inFormAround`. */
  readonly isOfUse?: boolean;
  /** In the steps of a form. */
  readonly isStepped?: true;
}
