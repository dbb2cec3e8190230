import type { Act } from './act.ts';

/** A version of a document that borrowers got. */
export interface DocumentVersion extends Act {
  /** The release that brought it. */
  readonly release: string;
  /** Null where the release took the document away. */
  readonly content: string | null;
  readonly reason: string;
}

/** How a value came to stand where it stands. */
export interface Origin extends Act {
  /** The release that brought it to borrowers, and why. */
  readonly release?: string;
  readonly reason?: string;
  /** The save of the draft that brought it; nobody has published it. */
  readonly revision?: number;
}

/** A text, number, truth or null of a document. */
export interface BlamedValue extends Origin {
  /** JSON Pointer. */
  readonly pointer: string;
}
