import { Quota } from '../quota.ts';

const HOUR_MS = 60 * 60_000;
/**
 * Maximum number of files per hour: for one session, for one network, which many people may share, and for all. A
 * sender can choose the session, but not the network.
 */
export const QUOTA = { session: 60, network: 2_000, all: 10_000 } as const;

/** Limits how many files a sender may send to this server. */
export class UploadQuota {
  readonly #quota: Quota;

  constructor(now: () => number) {
    this.#quota = new Quota(now, HOUR_MS);
  }

  /**
   * @param session - Empty for an unknown sender.
   * @param network - A result of `networkOf`.
   * @returns whether one more file may be checked.
   */
  take(session: string, network: string): boolean {
    const isOwn = session === '' || this.#quota.take(`session ${session}`, QUOTA.session);
    // A refused file does not use up the other limits.
    return (
      isOwn && this.#quota.take(`network ${network}`, QUOTA.network) && this.#quota.take('all', QUOTA.all)
    );
  }
}
