/** The current state of a draft or of the live release, when it differs from what the person has seen. */
export interface Conflict {
  /** Revision of the draft. */
  readonly revision: number;
  /** The live release, if that has changed; a save with `onto` rebases the draft on it. */
  readonly live?: string;
  /** Every document that another person has changed, by path. */
  readonly documents: { readonly [path: string]: MovedDocument };
}

/** Hashes of contents, which can all be read; null if the document does not exist. */
export interface MovedDocument {
  /** The content that the person's change was based on. */
  readonly seen: string | null;
  /** The current content. */
  readonly now: string | null;
  /** The content that the person wanted to save; absent if the person did not change this document. */
  readonly yours?: string | null;
  /** Who changed it last in the draft. */
  readonly actor?: string;
  readonly at?: number;
}
