import type { Splice } from '#src/shared/splice.ts';

/** An undo step: splices by path, or the whole text of a created or deleted document. */
export interface Step {
  readonly label: string;
  readonly gesture?: string;
  readonly splices: { readonly [path: string]: Splice };
}
