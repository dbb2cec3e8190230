/** Why a tool did nothing. A value, so that the assistant can go on. */
export interface Refusal {
  /** Stable: `changed`, `invalid`, `unknown` … */
  readonly code: string;
  readonly why: string;
  /** What the assistant does next. */
  readonly next: string;
}

/** What a tool found or did. */
export interface Done {
  /** Everything that the assistant needs, as text. */
  readonly text: string;
  /** The same as data. */
  readonly data: { readonly [member: string]: unknown };
  /** PNG images. */
  readonly images?: readonly Uint8Array[];
}

export type Result = Done | { readonly refused: Refusal };

export function refuse(code: string, why: string, next: string): { readonly refused: Refusal } {
  return { refused: { code, why, next } };
}

export function isRefused<T extends object>(
  result: T | { readonly refused: Refusal },
): result is { readonly refused: Refusal } {
  return 'refused' in result;
}

/** The answer is based on documents that somebody else has changed. */
export interface Stale {
  readonly why: string;
  readonly next: string;
}
