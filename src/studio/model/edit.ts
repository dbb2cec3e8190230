/** One edit of documents: new texts by path, null for a deleted document. */
export interface Edit {
  /** Label for undo and redo: "Label of Payment Method". */
  readonly label: string;
  readonly changes: { readonly [path: string]: string | null };
  /** Consecutive edits with the same gesture become one undo step, such as typing into one field. */
  readonly gesture?: string;
}
