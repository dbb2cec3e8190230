import { Quota } from '../quota.ts';

const HOUR_MS = 60 * 60_000;
/**
 * Pictures in an hour: of one session, of one network, behind which may be many people, and of all. What says who a session
 * is the sender makes up; the network they have.
 */
export const QUOTA = { session: 60, network: 2_000, all: 10_000 } as const;

/** How many pictures somebody may send to this server. */
export class UploadQuota {
  readonly #quota: Quota;

  constructor(now: () => number) {
    this.#quota = new Quota(now, HOUR_MS);
  }

  /**
   * @param session - Empty where nothing says whose it is.
   * @param network - As of `networkOf`.
   * @returns whether one more may be looked at.
   */
  take(session: string, network: string): boolean {
    const isOwn = session === '' || this.#quota.take(`session ${session}`, QUOTA.session);
    // What one of them may not send takes nothing from the others.
    return (
      isOwn && this.#quota.take(`network ${network}`, QUOTA.network) && this.#quota.take('all', QUOTA.all)
    );
  }
}
