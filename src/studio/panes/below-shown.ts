import type { Selection } from '../model/outline.ts';

export type Pane = 'problems' | 'json' | 'data' | 'calls';

/** What is open below; `isEntered` of an editor that the caret goes into. */
export interface Shown {
  readonly pane?: Pane;
  readonly isEntered?: true;
  /** Where in what the services answer. */
  readonly at?: Selection;
}
