/** Status of a restored form draft. A new object after every change. */
export interface FormDraftStatus {
  /** Whether anything was restored. */
  readonly isKept: boolean;
  /** Labels of fields that were filled in but are never stored; the person has to fill them in again. */
  readonly again: readonly string[];
  /** Answers whose field no longer exists or no longer accepts them. */
  readonly lost: readonly LostAnswer[];
  /** Empties the form and deletes the draft. */
  startOver(): void;
}

export interface LostAnswer {
  /** Path of its field: two fields may have the same label. */
  readonly place: string;
  readonly label: string;
  /** The typed text; absent if the answer was chosen, not typed. */
  readonly words?: string;
}
