/** What the studio has done on the phone. */
export interface PreviewHands {
  /** Has the words of what is selected written where they stand. @returns whether it has any that can be. */
  write(): boolean;
}
