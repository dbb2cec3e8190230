/** The output of `capiz explain <code>`. */
export interface CodeEntry {
  readonly severity: 'error' | 'warning';
  /** A sentence without a full stop. */
  readonly title: string;
  /** What would go wrong without this check. */
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}

/** Codes by name; a code is never reused for another meaning. */
export type CodeEntries = { readonly [code: string]: CodeEntry };
