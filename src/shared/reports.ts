/**
 * What a page counts and sends to `REPORTS_ADDRESS` beside its faults: numbers by screen, nothing of anybody.
 * Every kind but `tap` and `content` counts once a visit of a screen, so that each is a share of `view`.
 */
export const REPORT_KINDS = [
  /** A page came to life: once a document. */
  'load',
  /** A screen was opened. */
  'view',
  /** Something of it could not be drawn. */
  'render',
  /** It has something that this page does not know. */
  'unsupported',
  /** A script failed. */
  'script',
  /** A reply was not what its contract says. */
  'reply',
  /** A call got no answer, or one that the service calls a failure of its own. */
  'request',
  /** The first content stood: its sum is in milliseconds. */
  'content',
  /** Its primary action was tapped. */
  'tap',
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** Under what a page's counts are added up. */
export interface CountTag {
  /** Short name of the release. */
  readonly release: string;
  /** A rollout and the side of it; absent for who is compared with nobody. */
  readonly group?: string;
  /** By which the server knows a page of its own. */
  readonly token?: string;
}

/** One batch of a page. */
export interface CountReport extends CountTag {
  readonly type: 'counts';
  readonly screens: { readonly [screen: string]: { readonly [kind in ReportKind]?: number } };
  /** Milliseconds until the first content stood, of the screen in `screens` that has `content`. */
  readonly contentMs?: number;
}
