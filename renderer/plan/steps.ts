/** The state of a form with steps. A new object after every change. */
export interface StepsView {
  /** Index of the shown node in the body. */
  readonly shown: number;
  /** Its number among the existing steps, from 1. */
  readonly number: number;
  readonly count: number;
  /** Number of moves; after each the step's heading gets the focus. */
  readonly moves: number;
  /** The step is being validated before it can be left. */
  readonly isBusy: boolean;
  /** For a step with a review: the answers of the steps before it. */
  review?(): readonly ReviewedStep[];
  /** Absent in the last step. */
  next?(): void;
  /** Absent in the first one. */
  back?(): void;
}

export interface ReviewedStep {
  readonly title: string;
  readonly answers: readonly ReviewedAnswer[];
  /** Goes to the step; Next then returns here. */
  change(): void;
}

export interface ReviewedAnswer {
  /** Path of the field: two fields may have the same label. */
  readonly place: string;
  readonly label: string;
  readonly words: string;
}
