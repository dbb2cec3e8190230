import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  type Configuration,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { record } from '../registry/audit.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';

/** Who signs people in for us, by OpenID Connect. */
export interface SignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people know it by. */
  readonly name: string;
}

/** Whom the provider says that somebody is. */
export interface Identity {
  /** Issuer and subject: the one thing that stays when an address becomes another. */
  readonly subject: string;
  /** In lower case, where the provider has seen that it is theirs. */
  readonly email?: string;
}

export interface SingleSignOn {
  readonly name: string;
  /**
   * Where the browser goes, and what it keeps meanwhile.
   *
   * @throws Error where the provider cannot be asked what it can.
   */
  begin(back: string): Promise<{ readonly address: string; readonly kept: string }>;
  /**
   * @param here - The whole address at which the browser came back.
   * @throws Error where it was not this browser that went, or the provider refuses.
   */
  end(here: URL, kept: string): Promise<Identity>;
}

const SCOPE = 'openid email';

/** Asks the provider what it can when it is needed first, and again until it has answered. */
export function createSingleSignOn({ issuer, clientId, clientSecret, name }: SignOnSettings): SingleSignOn {
  let known: Promise<Configuration> | undefined;
  function configure(): Promise<Configuration> {
    const asked = discovery(issuer, clientId, {}, ClientSecretBasic(clientSecret), {
      // The settings let http through to this machine alone.
      ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    });
    known = asked;
    asked.catch(() => (known = undefined));
    return asked;
  }
  const provider = (): Promise<Configuration> => known ?? configure();
  return {
    name,
    async begin(back) {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const address = buildAuthorizationUrl(await provider(), {
        ...{ redirect_uri: back, scope: SCOPE, state, nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      });
      return { address: address.href, kept: [state, nonce, verifier].join('.') };
    },
    async end(here, kept) {
      const [expectedState = '', expectedNonce = '', pkceCodeVerifier = ''] = kept.split('.');
      if (pkceCodeVerifier === '') throw new Error('Nobody went to the provider with this browser.');
      const config = await provider();
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, here, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider did not say who it is.');
      const { email, email_verified: isVerified } =
        claims['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      return {
        subject: `${claims.iss} ${claims.sub}`,
        ...(typeof email === 'string' && isVerified === true && { email: email.toLowerCase() }),
      };
    },
  };
}

/**
 * Whose account it is. The first time by the e-mail address, which an admin invited; from then on by the subject.
 *
 * @returns the account's name.
 * @throws RegistryRefusal `forbidden` where nobody invited them, or they are disabled.
 */
export function findFederated(
  { write }: Database,
  { subject, email }: Identity,
  at: number,
): Promise<string> {
  return write(async (queries, turn) => {
    const people = queries
      .selectFrom('staff')
      .select(['name', 'state', 'subject'])
      .where('kind', '=', 'person');
    const known = await people.where('subject', '=', subject).executeTakeFirst();
    if (known !== undefined) return demandEnabled(known);
    const invited =
      email === undefined ? undefined : await people.where('name', '=', email).executeTakeFirst();
    if (invited === undefined || invited.subject !== null) {
      throw new RegistryRefusal('forbidden', 'Nobody has invited you here: ask an admin.');
    }
    const name = demandEnabled(invited);
    await queries.updateTable('staff').set({ subject, state: 'active' }).where('name', '=', name).execute();
    // They came another way than by the link of their invitation.
    await queries.deleteFrom('staff_links').where('staff', '=', name).execute();
    await record(queries, { turn, at, actor: name, action: 'staff.federate', subject: name, details: {} });
    return name;
  });
}

function demandEnabled({ name, state }: { readonly name: string; readonly state: string }): string {
  if (state === 'disabled') throw new RegistryRefusal('forbidden', 'Your account is disabled: ask an admin.');
  return name;
}
