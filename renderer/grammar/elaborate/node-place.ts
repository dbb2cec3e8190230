import type { Draft } from './draft.ts';
import type { Parts } from './parts.ts';
import type { Scope } from './scope.ts';

/** Where a node stands. */
export interface NodePlace {
  readonly draft: Draft;
  readonly parts: Parts;
  readonly scope: Scope;
  /** The form around it. */
  readonly form?: string;
  /** Path of the record that names of fields are members of: of the form, of a group, of one of a list. */
  readonly record?: readonly string[];
  /** Under `each`: an input here would have one home for many. */
  readonly isRepeated: boolean;
  /** In the steps of a form. */
  readonly isStepped?: true;
}
