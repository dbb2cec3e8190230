/** What a form says of a draft that was given back. Another object whenever something in it changed. */
export interface DraftNews {
  /** Whether anything was given back. */
  readonly isKept: boolean;
  /** Labels of what was filled in and is never stored: it has to be filled in again. */
  readonly again: readonly string[];
  /** What no longer has a place in the form, or does not fit there. */
  readonly lost: readonly LostAnswer[];
  /** Empties the form and forgets the draft. */
  startOver(): void;
}

export interface LostAnswer {
  /** Where it stood in the form: two may have the same label. */
  readonly place: string;
  readonly label: string;
  /** What was written; absent where it was chosen and not written. */
  readonly words?: string;
}
