import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { clientId: 'capiz', clientSecret: 'a secret of the test', name: 'the bank' };

/** Changes of a test to the provider's response. */
export interface ProviderChanges {
  /** Claims of the token, merged over the correct ones. */
  claims?: { [name: string]: unknown };
  header?: { [name: string]: unknown };
  /** Replaces the correct key and its algorithm. */
  sign?: (text: string) => string;
  /** The response of `userinfo`; absent: the provider has no such endpoint. */
  userInfo?: { [name: string]: unknown };
  /** Responds without a token. */
  isSilent?: boolean;
  /** Ids of the keys at `jwks_uri`; absent: all. */
  kids?: readonly string[];
  /** Algorithms in the provider's metadata, if set before the sign-in begins. */
  algorithms?: readonly string[];
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ec384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ec521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
/** A key that is too short to be trusted. */
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ed = generateKeyPairSync('ed25519');
/** A key of another party. */
export const otherPartyKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const PUBLIC_PEM = rsa.publicKey.export({ type: 'spki', format: 'pem' });

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
export const signRsa =
  (key: KeyObject = rsa.privateKey, hash = 'sha256') =>
  (text: string) =>
    sign(hash, Buffer.from(text), key).toString('base64url');
export const signEd = (text: string) => sign(null, Buffer.from(text), ed.privateKey).toString('base64url');
export const signShort = signRsa(short.privateKey);

/** How the provider signs by each algorithm that is accepted, and the key for it. */
export const ALGORITHMS: readonly {
  readonly alg: string;
  readonly kid: string;
  readonly sign: (text: string) => string;
}[] = [
  ...['256', '384', '512'].map((bits) => ({
    ...{ alg: `RS${bits}`, kid: 'rsa', sign: signRsa(rsa.privateKey, `sha${bits}`) },
  })),
  ...['256', '384', '512'].map((bits) => {
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: Number(bits) / 8 };
    const key = { key: rsa.privateKey, ...padding };
    return {
      ...{ alg: `PS${bits}`, kid: 'rsa' },
      sign: (text: string) => sign(`sha${bits}`, Buffer.from(text), key).toString('base64url'),
    };
  }),
  ...(
    [
      ['256', 'ec', ec],
      ['384', 'ec384', ec384],
      ['512', 'ec521', ec521],
    ] as const
  ).map(([bits, kid, { privateKey }]) => {
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return {
      ...{ alg: `ES${bits}`, kid },
      sign: (text: string) => sign(`sha${bits}`, Buffer.from(text), key).toString('base64url'),
    };
  }),
  ...['EdDSA', 'Ed25519'].map((alg) => ({ alg, kid: 'ed', sign: signEd })),
];

export const signHmac = (key: string | Buffer) => (text: string) =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Starts a provider that answers as the test wants, over real HTTP. */
export async function startProvider(changes: ProviderChanges) {
  const server = createServer((request, reply) => {
    const issuer = issuerOf();
    const answers: { readonly [path: string]: () => unknown } = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // The list contains algorithms that must be refused.
        id_token_signing_alg_values_supported: changes.algorithms ?? [
          ...['none', 'HS256', 'RS256', 'RS512', 'PS256', 'ES256', 'EdDSA'],
        ],
      }),
      '/jwks': () => ({
        keys: [
          { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig' },
          { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec', use: 'sig' },
          { ...ec384.publicKey.export({ format: 'jwk' }), kid: 'ec384', use: 'sig' },
          { ...ec521.publicKey.export({ format: 'jwk' }), kid: 'ec521', use: 'sig' },
          { ...short.publicKey.export({ format: 'jwk' }), kid: 'short', use: 'sig' },
          { ...ed.publicKey.export({ format: 'jwk' }), kid: 'ed', use: 'sig' },
          { ...otherPartyKey.publicKey.export({ format: 'jwk' }), kid: 'enc', use: 'enc' },
        ].filter(({ kid }) => changes.kids?.includes(kid) ?? true),
      }),
      '/token': () => {
        const now = Math.floor(Date.now() / 1000);
        const right = { iss: issuer, aud: CLIENT.clientId, sub: '7', iat: now, exp: now + 60 };
        const claims = { ...right, ...changes.claims };
        const text = `${base64({ alg: 'RS256', kid: 'rsa', ...changes.header })}.${base64(claims)}`;
        const token = { access_token: 'a', token_type: 'Bearer' };
        return changes.isSilent
          ? token
          : { ...token, id_token: `${text}.${(changes.sign ?? signRsa())(text)}` };
      },
      '/userinfo': () => changes.userInfo,
    };
    const body = answers[new URL(request.url ?? '', issuer).pathname]?.();
    reply.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    reply.end(JSON.stringify(body ?? {}));
  });
  const issuerOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    issuer: new URL(issuerOf()),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
