import type { Selection } from '../model/outline.ts';

export type Pane = 'problems' | 'conditions' | 'json' | 'data' | 'calls';

/** The open pane below; `isEntered` moves the caret into the editor. */
export interface Shown {
  readonly pane?: Pane;
  readonly isEntered?: true;
  /** Location in the service replies. */
  readonly at?: Selection;
}
