import * as v from 'valibot';
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Transaction } from 'kysely';
import { record } from '../registry/audit.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import type { Tables } from '../registry/tables.ts';
import { readEmailName } from './names.ts';

/** The OpenID Connect provider. */
export interface SignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its name on the sign-in page. */
  readonly name: string;
}

/** A person, as identified by the provider. */
export interface Identity {
  /** Issuer and subject, which stay the same when the e-mail address changes. */
  readonly subject: string;
  /** In the form of an account's name; only if the provider has verified the address. */
  readonly email?: string;
}

/** A person with the address of an account that has a password, before they have typed that password. */
export interface Unconfirmed {
  readonly subject: string;
  /** The name of the account. */
  readonly name: string;
}

export interface SingleSignOn {
  readonly name: string;
  /**
   * The address to open in the browser, and the data for its cookie.
   * @throws Error if the provider's metadata cannot be read.
   */
  begin(back: string): Promise<{ readonly address: string; readonly kept: string }>;
  /**
   * @param here - The whole address to which the provider redirected.
   * @throws Error if another browser started the sign-in, or the provider refuses.
   */
  end(here: URL, kept: string): Promise<Identity>;
  /**
   * Seals the data that the browser stores while its user types the account's password. All servers of the
   * installation can unseal it.
   */
  seal(unconfirmed: Unconfirmed, now: number): string;
  /** @returns undefined if this installation did not seal it, or if it is too old. */
  unseal(kept: string, now: number): Unconfirmed | undefined;
}

const SCOPE = 'openid email';
/** Only algorithms with a private key that only the provider has; its public keys are at its `jwks_uri`. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** As OpenID Connect defines it: 1 to 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const CONFIRM_MS = 10 * 60_000;

/** Reads the provider's metadata at the first use, and again until that succeeds. */
export function createSingleSignOn({ issuer, clientId, clientSecret, name }: SignOnSettings): SingleSignOn {
  let known: Promise<Configuration> | undefined;
  function configure(): Promise<Configuration> {
    const asked = discovery(issuer, clientId, {}, ClientSecretBasic(clientSecret), {
      execute: [
        enableNonRepudiationChecks,
        // The settings allow http only to this machine.
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
    known = asked;
    asked.catch(() => (known = undefined));
    return asked;
  }
  const provider = (): Promise<Configuration> => known ?? configure();
  const key = createHmac('sha256', clientSecret).update('an identity without its password').digest();
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
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
      if (pkceCodeVerifier === '') throw new Error('This browser did not start a sign-in at the provider.');
      const config = await provider();
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, here, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider did not identify the person.');
      if (!ALGORITHMS.includes(algorithmOf(tokens.id_token ?? ''))) {
        throw new Error('The provider signs with a key or an algorithm that is not trusted.');
      }
      if (!SUBJECT.test(claims.sub)) throw new Error('The provider did not identify the person.');
      const about =
        claims['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      const verified = v.safeParse(VERIFIED_EMAIL, about);
      const named = verified.success ? readEmailName(verified.output.email) : undefined;
      return { subject: `${claims.iss} ${claims.sub}`, ...(named !== undefined && { email: named }) };
    },
    seal({ subject, name: account }, now) {
      const text = JSON.stringify([subject, account, now + CONFIRM_MS]);
      const written = Buffer.from(text).toString('base64url');
      return `${written}.${sign(written).toString('base64url')}`;
    },
    unseal(kept, now) {
      const [written = '', signed = ''] = kept.split('.');
      const [given, right] = [Buffer.from(signed, 'base64url'), sign(written)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const sealed = v.safeParse(SEALED, Buffer.from(written, 'base64url').toString());
      if (!sealed.success) return undefined;
      const [subject, account, until] = sealed.output;
      return until > now ? { subject, name: account } : undefined;
    },
  };
}

const VERIFIED_EMAIL = v.object({ email: v.string(), email_verified: v.literal(true) });
/** Written by `seal`: subject, account, and the time of expiry. */
const SEALED = v.pipe(v.string(), v.parseJson(), v.strictTuple([v.string(), v.string(), v.number()]));
const TOKEN_HEADER = v.pipe(v.string(), v.parseJson(), v.object({ alg: v.string() }));

/** @throws if the header of the token names no key. */
function algorithmOf(token: string): string {
  return v.parse(TOKEN_HEADER, Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg;
}

/**
 * Finds the account of an identity by issuer and subject. The first time, finds it by the e-mail address that an
 * admin has invited, and never by another name.
 * @returns the account; `isUnconfirmed` if it has a password, which the person must type before the account is
 * linked.
 * @throws RegistryRefusal `forbidden` if the person was not invited, or is disabled.
 */
export function findFederated(
  { write }: Database,
  { subject, email }: Identity,
  at: number,
): Promise<{ readonly name: string; readonly isUnconfirmed: boolean }> {
  return write(async (queries, turn) => {
    const people = queries
      .selectFrom('staff')
      .select(['name', 'state', 'subject', 'password'])
      .where('kind', '=', 'person');
    const known = await people.where('subject', '=', subject).executeTakeFirst();
    if (known !== undefined) return { name: demandEnabled(known), isUnconfirmed: false };
    const address = email === undefined ? undefined : readEmailName(email);
    const invited =
      address === undefined ? undefined : await people.where('name', '=', address).executeTakeFirst();
    if (invited === undefined || invited.subject !== null) throw uninvited();
    const name = demandEnabled(invited);
    if (invited.password !== null) return { name, isUnconfirmed: true };
    if (invited.state !== 'invited') throw uninvited();
    await join(queries, { turn, at, name, subject });
    return { name, isUnconfirmed: false };
  });
}

/**
 * Links the account of a person who has typed its password.
 * @throws RegistryRefusal `forbidden` if it has been linked to another identity since.
 */
export function joinConfirmed({ write }: Database, unconfirmed: Unconfirmed, at: number): Promise<void> {
  return write((queries, turn) => join(queries, { ...unconfirmed, turn, at }));
}

async function join(
  queries: Transaction<Tables>,
  { turn, at, name, subject }: Unconfirmed & { readonly turn: number; readonly at: number },
): Promise<void> {
  const taken = await queries
    .selectFrom('staff')
    .select('name')
    .where('subject', '=', subject)
    .executeTakeFirst();
  const { numUpdatedRows } = await queries
    .updateTable('staff')
    .set({ subject, state: 'active' })
    .where('name', '=', name)
    .where('kind', '=', 'person')
    .where('subject', 'is', null)
    .where('state', '!=', 'disabled')
    .executeTakeFirst();
  if (taken !== undefined || numUpdatedRows === 0n) throw uninvited();
  // The link of the invitation is not needed any more.
  await queries.deleteFrom('staff_links').where('staff', '=', name).execute();
  await record(queries, { turn, at, actor: name, action: 'staff.federate', subject: name, details: {} });
}

function uninvited(): RegistryRefusal {
  return new RegistryRefusal('forbidden', 'Nobody has invited you here: ask an admin.');
}

function demandEnabled({ name, state }: { readonly name: string; readonly state: string }): string {
  if (state === 'disabled') throw new RegistryRefusal('forbidden', 'Your account is disabled: ask an admin.');
  return name;
}
