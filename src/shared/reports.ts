/**
 * Events that a page counts and sends to `REPORTS_ADDRESS` besides its faults: numbers by screen, without personal
 * data. Every kind except `tap` and `content` counts once per visit of a screen, so that each is a share of
 * `view`.
 */
export const REPORT_KINDS = [
  /** A page has started: once per document. */
  'load',
  /** A screen was opened. */
  'view',
  /** A part of the screen failed to render. */
  'render',
  /** The screen has a part that this page does not know. */
  'unsupported',
  /** A script failed. */
  'script',
  /** A reply did not match its contract. */
  'reply',
  /** A call got no response, or an internal error of the service. */
  'request',
  /** The first content was rendered; the sum is in milliseconds. */
  'content',
  /** The primary action of the screen was tapped. */
  'tap',
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The keys by which a page's counts are grouped. */
export interface CountTag {
  /** Short name of the release. */
  readonly release: string;
  /** A rollout and its side; absent outside comparisons. */
  readonly group?: string;
  /** Proves that the server has issued the tag. */
  readonly token?: string;
}

/** One batch of counts from a page. */
export interface CountReport extends CountTag {
  readonly type: 'counts';
  readonly screens: { readonly [screen: string]: { readonly [kind in ReportKind]?: number } };
  /** Milliseconds until the first content was rendered, for the screen in `screens` with `content`. */
  readonly contentMs?: number;
}
