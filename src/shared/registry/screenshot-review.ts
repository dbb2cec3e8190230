import type { Act } from './act.ts';

/** The last review of a state of a draft. */
export interface ScreenshotReview extends Act {
  /** `screen state language`. */
  readonly state: string;
  /** Name of the reviewed screenshot; the review does not apply to another one. */
  readonly picture: string;
  /** `lifted`: the state was denied, and looks different now. */
  readonly verdict: 'accepted' | 'denied' | 'lifted';
  /** Reason of a rejection; otherwise empty. */
  readonly note: string;
}
