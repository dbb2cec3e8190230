import { Quota } from '../quota.ts';

const HOUR_MS = 60 * 60_000;
/** Pictures in an hour: of one session, and of one network address, behind which may be many people. */
export const QUOTA = { session: 60, address: 2_000 } as const;

/** How many pictures somebody may send to this server. */
export class UploadQuota {
  readonly #quota: Quota;

  constructor(now: () => number) {
    this.#quota = new Quota(now, HOUR_MS);
  }

  /** @returns whether one more may be looked at. */
  take(session: string, address: string | undefined): boolean {
    const isWithin = [
      session === '' || this.#quota.take(`session ${session}`, QUOTA.session),
      address === undefined || this.#quota.take(`address ${address}`, QUOTA.address),
    ];
    return isWithin.every(Boolean);
  }
}
