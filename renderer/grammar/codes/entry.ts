/** What `capiz explain <code>` says. */
export interface CodeEntry {
  readonly severity: 'error' | 'warning';
  /** A sentence without its full stop. */
  readonly title: string;
  /** What would go wrong if it were let through. */
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}

/** Codes by name; a code is never reused for another meaning. */
export type CodeEntries = { readonly [code: string]: CodeEntry };
