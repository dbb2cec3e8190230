import type { Account } from '../staff/accounts.ts';

export const API_ADDRESS = '/capiz/api/v1';

/** Set before a request is handled. */
export interface ApiEnvironment {
  Variables: { account: Account; via: 'token' | 'session' };
}
