import type { Splice } from './splice.ts';

/** An edit as it is kept to be undone: by path what was spliced, or the whole text of a document that came or went. */
export interface Step {
  readonly label: string;
  readonly gesture?: string;
  readonly splices: { readonly [path: string]: Splice };
}
