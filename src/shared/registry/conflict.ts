/** What a draft, or what is live, has become while somebody worked on something else. */
export interface Conflict {
  /** The draft's. */
  readonly revision: number;
  /** What went live, where it is that which moved on; `onto` of a save takes the draft there. */
  readonly live?: string;
  /** By path, every document that another hand has changed. */
  readonly documents: { readonly [path: string]: MovedDocument };
}

/** Hashes of contents, all of which can be read; null where there is no such document. */
export interface MovedDocument {
  /** What the change was made from. */
  readonly seen: string | null;
  /** What it is now. */
  readonly now: string | null;
  /** What was to be in its place; absent where this one was left alone. */
  readonly yours?: string | null;
  /** Who changed it last, where it was in the draft. */
  readonly actor?: string;
  readonly at?: number;
}
