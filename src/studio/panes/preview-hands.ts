/** Methods of the preview. */
export interface PreviewHands {
  /** Edits the text of the selected node inline. @returns whether it has an editable text. */
  write(): boolean;
}
