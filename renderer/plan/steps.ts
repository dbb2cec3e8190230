/** What a form with steps shows now. Another object whenever something in it changed. */
export interface StepsView {
  /** Which node of the body is shown. */
  readonly shown: number;
  /** Its place among the steps that are there, from 1. */
  readonly number: number;
  readonly count: number;
  /** Counts the moves: with another one the step's heading takes the focus. */
  readonly moves: number;
  /** It is found out whether the step may be left. */
  readonly isBusy: boolean;
  /** Of a step with a review: what was entered in those before it. */
  review?(): readonly ReviewedStep[];
  /** Absent in the last step. */
  next?(): void;
  /** Absent in the first one. */
  back?(): void;
}

export interface ReviewedStep {
  readonly title: string;
  readonly answers: readonly ReviewedAnswer[];
  /** Leads to the step; from there the way on leads here again. */
  change(): void;
}

export interface ReviewedAnswer {
  /** Place of the field in the form: two may have the same label. */
  readonly place: string;
  readonly label: string;
  readonly words: string;
}
