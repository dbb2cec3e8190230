import type { Act } from './act.ts';

/** What somebody said last of a state of a draft, having looked at it. */
export interface PictureReview extends Act {
  /** `screen state language`. */
  readonly state: string;
  /** Name of the picture that was looked at; of another one nothing was said. */
  readonly picture: string;
  /** `lifted`: it was denied, and looks otherwise by now. */
  readonly verdict: 'accepted' | 'denied' | 'lifted';
  /** Why it was denied; else empty. */
  readonly note: string;
}
