/** A problem in a definition or a reply, with its location and a way to solve it. */
export interface Problem {
  /** Stable, `room/what`, never reused. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Length in the line, in UTF-16 units. */
  readonly length?: number;
  /** JSON Pointer, RFC 6901. */
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
}

/** The failure of an action; `error` in `catch`. */
export interface ActionError {
  readonly kind: ErrorKind;
  readonly code?: string;
  readonly message?: string;
  readonly pointer?: string;
  /** HTTP status of the reply, if there was one. */
  readonly status?: number;
}

export const ERROR_KINDS = [
  'offline',
  'network',
  'timeout',
  'server',
  'business',
  'invalid-reply',
  'unsupported',
  'refused',
  'invalid',
  'dismissed',
  'changed',
  'unknown',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];
