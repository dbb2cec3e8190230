import type { Account } from '../staff/accounts.ts';

export const API_ADDRESS = '/capiz/api/v1';

/** What is known of a request before it is read. */
export interface ApiEnvironment {
  Variables: { account: Account };
}
