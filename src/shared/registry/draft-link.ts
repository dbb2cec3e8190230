import type { Act } from './act.ts';

export interface DraftLink extends Act {
  readonly id: string;
  readonly draft: string;
  /** `<screen>/<state>` that the link opens. */
  readonly state?: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly revoked?: Act;
}
