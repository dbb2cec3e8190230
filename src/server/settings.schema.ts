import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { readEmailName } from './staff/names.ts';
import type { MailSettings } from './mail/smtp.ts';
import type { SignOnSettings } from './staff/single-sign-on.ts';
import type { UploadPlace } from './uploads/upload-store.ts';

/** The payment page listens one port higher. */
const HIGHEST_PORT = 65_534;
const DATABASE_FILE = 'registry.db';
/** One year, plus the time for a complaint made on its last day. */
const UPLOAD_DAYS = '400';
/**
 * nginx avoids a server for ten seconds after a failed connection; after 15 seconds it uses the restarted server
 * again.
 */
const DRAIN_SECONDS = '15';

/** A message continues after the name of the setting, which `readSettings` adds. */
function wholeNumber(most: number, unit = '') {
  const message = `must be a whole number${unit} from 0 to ${most}.`;
  return v.pipe(v.string(), v.regex(/^\d{1,6}$/, message), v.transform(Number), v.maxValue(most, message));
}

const PERCENTAGE = v.pipe(
  v.string(),
  v.regex(/^(\d{1,3}|\d{0,3}\.\d{1,6})$/, 'must be a percentage from 0 to 100.'),
  v.transform(Number),
  v.maxValue(100, 'must be a percentage from 0 to 100.'),
);

/** On if `1`, off otherwise. */
const SWITCH = v.pipe(
  v.string(),
  v.transform((text) => text === '1'),
);

const ADDRESS = v.pipe(
  v.string(),
  v.check(isPlainAddress, 'must be an http or https address without user name, query and fragment.'),
  v.transform((text) => new URL(text)),
);

/** The value is secret, so no message has a part of it. */
const SERVICE_HEADERS = v.pipe(
  v.string(),
  v.check(isHeaders, 'must be a JSON object of header names and texts, without headers of the connection.'),
  v.parseJson(),
  v.record(v.string(), v.string()),
);

const UPLOADS = v.union(
  [
    v.pipe(
      v.string(),
      v.startsWith('file:'),
      v.check(isFolder),
      v.transform((text) => ({ folder: readFolder(text) })),
    ),
    v.pipe(
      v.string(),
      v.startsWith('s3:'),
      v.transform((text) => text.slice('s3:'.length)),
      v.check((text) => isPlainAddress(text) && new URL(text).pathname !== '/'),
      v.transform((text) => ({ bucket: new URL(text) })),
    ),
  ],
  'must be file:<folder of this machine> or s3:https://<endpoint>/<bucket>.',
);

/** The address may contain a password, so error messages never quote it. */
const SMTP = v.pipe(
  v.string(),
  v.transform(readMailServer),
  v.custom<MailServer>(
    (server) => server !== undefined,
    'must begin with smtps:// or smtp://, have a host and nothing after the port, and have both user and password or neither.',
  ),
);

const HOSTS_INSIDE = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(v.string(), v.regex(/^[\w.[\]:-]+:\d{1,5}$/, 'must be host:port, several separated by commas.')),
  ),
  v.transform((hosts): ReadonlySet<string> => new Set(hosts)),
);

/** A setting that may be absent. @param unset - What applies if the setting is absent. */
function optional<const Schema extends v.GenericSchema>(schema: Schema, description: string, unset: string) {
  return v.pipe(v.optional(schema), v.description(description), v.metadata({ unset }));
}

/**
 * The environment variables of the server; an empty one counts as not set. The table of docs/operating/settings.md is generated from
 * this schema: its last column shows the default value, or `unset`.
 */
export const ENVIRONMENT = v.object({
  PORT: v.pipe(
    v.optional(wholeNumber(HIGHEST_PORT), '4173'),
    v.description(
      'port that the server listens on, `0`: any free port; the payment page of the demonstration uses the next port',
    ),
  ),
  HOST: v.pipe(v.optional(v.string(), '127.0.0.1'), v.description('address that the server listens on')),
  CAPIZ_DATA: v.pipe(
    v.optional(v.string(), '.capiz'),
    v.description('folder of the embedded database, the staff token and uploaded files'),
  ),
  DATABASE_URL: optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://.')),
    '`postgres://…`: stores releases in PostgreSQL, which any number of servers share',
    'embedded, in `CAPIZ_DATA`',
  ),
  CAPIZ_UPSTREAM: optional(
    ADDRESS,
    'address of the real loan service; the server forwards only calls that a contract describes',
    'the simulated loan service',
  ),
  CAPIZ_UPSTREAM_KEYS: optional(SWITCH, '`1`: the real loan service checks idempotency keys itself', 'off'),
  CAPIZ_SERVICE_HEADERS: optional(
    SERVICE_HEADERS,
    'secret headers of the real loan service, as JSON: `{"Authorization":"Bearer …"}`; the server adds them to every call that it forwards, and to nothing else',
    'none',
  ),
  CAPIZ_NEW: optional(
    SWITCH,
    '`1`: with `CAPIZ_UPSTREAM`, an empty database is allowed; only for [the first start](README.md#starting-and-stopping)',
    'off',
  ),
  CAPIZ_RENDER: v.pipe(
    v.optional(v.picklist(['content', 'placeholder'], 'must be content or placeholder.'), 'content'),
    v.description(
      '`content`: the server reads the first data of a screen and sends the screen with it; `placeholder`: only the page reads',
    ),
  ),
  CAPIZ_DRAIN_SECONDS: v.pipe(
    v.optional(wholeNumber(600, ' of seconds'), DRAIN_SECONDS),
    v.description(
      'seconds that the server still responds after SIGTERM, while `/readyz` reports that it is not ready',
    ),
  ),
  CAPIZ_UPLOADS: optional(
    UPLOADS,
    '`file:` or `s3:` address where uploaded files are stored when there is no real loan service',
    '`uploads` in `CAPIZ_DATA`',
  ),
  AWS_ACCESS_KEY_ID: optional(v.string(), 'key of the bucket in `CAPIZ_UPLOADS`', 'none'),
  AWS_SECRET_ACCESS_KEY: optional(v.string(), 'secret of that key', 'none'),
  AWS_REGION: v.pipe(v.optional(v.string(), 'us-east-1'), v.description('region of that bucket')),
  CAPIZ_UPLOADS_DAYS: v.pipe(
    v.optional(wholeNumber(99_999, ' of days'), UPLOAD_DAYS),
    v.description('days until uploaded files are deleted; `0`: never'),
  ),
  CAPIZ_DEMO: optional(SWITCH, '`1`: the simulated loan service also answers on a public address', 'off'),
  CAPIZ_PLACES: optional(
    v.string(),
    'CSV file of places for city fields, with the columns `10-digit PSGC`, `Name`, `Geographic Level`',
    'a sample; with a real loan service none, and city fields show that',
  ),
  CAPIZ_PUBLIC_URL: optional(
    ADDRESS,
    'origin that borrowers and staff see; with `https:` the server tells browsers to use only HTTPS for a year (HSTS)',
    'the address it listens on',
  ),
  CAPIZ_ENVIRONMENT: optional(
    v.pipe(v.string(), v.maxLength(40, 'must have at most 40 characters.')),
    'name of this installation in the bar of the studio, such as `Test`',
    'none',
  ),
  CAPIZ_ADMIN_EMAIL: optional(
    v.pipe(
      v.string(),
      v.transform((text) => readEmailName(text.trim())),
      v.string('must be the e-mail address of the first admin.'),
    ),
    'account of the first admin, made at the first start',
    '`admin`',
  ),
  CAPIZ_ADMIN_PASSWORD: optional(v.string(), 'password of that account', 'a one-time link in the log'),
  CAPIZ_OIDC_ISSUER: optional(
    v.pipe(
      ADDRESS,
      v.check(
        (issuer) => issuer.protocol === 'https:' || isLoopback(issuer.hostname),
        'must be an https address.',
      ),
    ),
    'issuer of [single sign-on](README.md#colleagues) for staff',
    'passwords only',
  ),
  CAPIZ_OIDC_CLIENT_ID: optional(v.string(), "this server's client at the issuer", 'none'),
  CAPIZ_OIDC_CLIENT_SECRET: optional(v.string(), 'secret of that client', 'none'),
  CAPIZ_OIDC_NAME: optional(v.string(), 'name of the issuer on the sign-in page', "the issuer's host"),
  CAPIZ_WEBHOOKS_INSIDE: optional(
    HOSTS_INSIDE,
    '`host:port` of your own network that webhooks may call, also by http; several separated by commas',
    'none',
  ),
  CAPIZ_SMTP_URL: optional(
    SMTP,
    'secret address of a mail server, `smtps://user:password@mail.example.com` or `smtp://…`: the server then sends [e-mail to staff](README.md#e-mail); in user and password, percent-encode all characters except letters, digits and `-._~`',
    'no e-mail',
  ),
  CAPIZ_MAIL_FROM: optional(
    v.pipe(
      v.string(),
      v.transform((text) => readEmailName(text.trim())),
      v.string('must be an e-mail address.'),
    ),
    'e-mail address of the sender; required with `CAPIZ_SMTP_URL`',
    'none',
  ),
  CAPIZ_REPORTS: v.pipe(
    v.optional(PERCENTAGE, '10'),
    v.description(
      'percentage of visits that send anonymous counts (visits in a comparison of releases always do)',
    ),
  ),
  CAPIZ_PROXIES: v.pipe(
    v.optional(wholeNumber(10), '0'),
    v.description(
      'number of your own proxies in front of the server; it trusts the client address that they add to `X-Forwarded-For`',
    ),
  ),
  CAPIZ_LOG: optional(
    v.picklist(['json', 'text'], 'must be json or text.'),
    '`json`: one line for machines per request; `text`: for people',
    '`json` if `NODE_ENV` is `production`',
  ),
  NODE_ENV: optional(v.string(), '`production`: changes the default of `CAPIZ_LOG`', 'none'),
});

/** Settings whose value may be in a file instead: `<name>_FILE` is its path. */
export const SECRET_SETTINGS = [
  'AWS_SECRET_ACCESS_KEY',
  'CAPIZ_ADMIN_PASSWORD',
  'CAPIZ_OIDC_CLIENT_SECRET',
  'CAPIZ_SERVICE_HEADERS',
  'CAPIZ_SMTP_URL',
  'DATABASE_URL',
] as const satisfies readonly (keyof typeof ENVIRONMENT.entries)[];

type Environment = v.InferOutput<typeof ENVIRONMENT>;

/**
 * The settings of a server, and rules that compare several of them. A rule runs only if each of the compared
 * settings is valid by itself. `forward` assigns the message of a rule to one setting; without `forward`, a failing
 * rule would prevent the later ones from running.
 */
export const SETTINGS = v.pipe(
  ENVIRONMENT,
  v.forward(
    v.partialCheck(
      [['CAPIZ_UPLOADS'], ['AWS_ACCESS_KEY_ID'], ['AWS_SECRET_ACCESS_KEY']],
      ({ CAPIZ_UPLOADS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }) =>
        CAPIZ_UPLOADS === undefined ||
        'folder' in CAPIZ_UPLOADS ||
        (AWS_ACCESS_KEY_ID !== undefined && AWS_SECRET_ACCESS_KEY !== undefined),
      'and AWS_SECRET_ACCESS_KEY must be set, because CAPIZ_UPLOADS names a bucket.',
    ),
    ['AWS_ACCESS_KEY_ID'],
  ),
  v.forward(
    v.partialCheck(
      [['CAPIZ_ADMIN_EMAIL'], ['CAPIZ_ADMIN_PASSWORD']],
      ({ CAPIZ_ADMIN_EMAIL, CAPIZ_ADMIN_PASSWORD }) =>
        CAPIZ_ADMIN_EMAIL !== undefined || CAPIZ_ADMIN_PASSWORD === undefined,
      'must be the e-mail address of the first admin, because CAPIZ_ADMIN_PASSWORD is set.',
    ),
    ['CAPIZ_ADMIN_EMAIL'],
  ),
  v.forward(
    v.partialCheck(
      [['CAPIZ_OIDC_ISSUER'], ['CAPIZ_OIDC_CLIENT_ID'], ['CAPIZ_OIDC_CLIENT_SECRET']],
      ({ CAPIZ_OIDC_ISSUER, CAPIZ_OIDC_CLIENT_ID, CAPIZ_OIDC_CLIENT_SECRET }) =>
        CAPIZ_OIDC_ISSUER === undefined ||
        (CAPIZ_OIDC_CLIENT_ID !== undefined && CAPIZ_OIDC_CLIENT_SECRET !== undefined),
      'and CAPIZ_OIDC_CLIENT_SECRET must be set, because CAPIZ_OIDC_ISSUER is.',
    ),
    ['CAPIZ_OIDC_CLIENT_ID'],
  ),
  v.forward(
    v.partialCheck(
      [['CAPIZ_OIDC_ISSUER'], ['CAPIZ_PUBLIC_URL'], ['HOST']],
      ({ CAPIZ_OIDC_ISSUER, CAPIZ_PUBLIC_URL, HOST }) =>
        CAPIZ_OIDC_ISSUER === undefined || CAPIZ_PUBLIC_URL !== undefined || isLoopback(HOST),
      'must be set, because CAPIZ_OIDC_ISSUER is: the provider sends people back to it.',
    ),
    ['CAPIZ_PUBLIC_URL'],
  ),
  v.forward(
    v.partialCheck(
      [['CAPIZ_SMTP_URL'], ['CAPIZ_MAIL_FROM']],
      ({ CAPIZ_SMTP_URL, CAPIZ_MAIL_FROM }) => CAPIZ_SMTP_URL === undefined || CAPIZ_MAIL_FROM !== undefined,
      'must be set, because CAPIZ_SMTP_URL is.',
    ),
    ['CAPIZ_MAIL_FROM'],
  ),
  v.forward(
    v.partialCheck(
      [['CAPIZ_SMTP_URL'], ['CAPIZ_PUBLIC_URL']],
      ({ CAPIZ_SMTP_URL, CAPIZ_PUBLIC_URL }) =>
        CAPIZ_SMTP_URL === undefined || CAPIZ_PUBLIC_URL !== undefined,
      'must be set, because CAPIZ_SMTP_URL is: e-mails have links to the studio.',
    ),
    ['CAPIZ_PUBLIC_URL'],
  ),
  v.forward(
    v.partialCheck(
      [['HOST'], ['CAPIZ_UPSTREAM'], ['CAPIZ_DEMO']],
      // A server must not serve invented loans by accident.
      ({ HOST, CAPIZ_UPSTREAM, CAPIZ_DEMO }) =>
        isLoopback(HOST) || CAPIZ_UPSTREAM !== undefined || CAPIZ_DEMO === true,
      ({ input: { HOST } }) =>
        `${HOST} can be reached by others and CAPIZ_UPSTREAM is not set, so borrowers would be shown ` +
        'invented loans. Set CAPIZ_UPSTREAM to the loan service, or CAPIZ_DEMO=1 for a demonstration.',
    ),
    ['HOST'],
  ),
  v.transform(toSettings),
);

/** The settings of this server, in the form that its code uses. */
export type Settings = v.InferOutput<typeof SETTINGS>;

function toSettings(environment: Environment) {
  const { CAPIZ_LOG, CAPIZ_UPSTREAM, CAPIZ_PUBLIC_URL, CAPIZ_PLACES, CAPIZ_WEBHOOKS_INSIDE } = environment;
  const uploads = toUploadPlace(environment);
  const signOn = toSignOn(environment);
  const mail = toMail(environment);
  const { CAPIZ_ADMIN_EMAIL: name, CAPIZ_ADMIN_PASSWORD: password } = environment;
  const folder = environment.CAPIZ_DATA;
  return {
    port: environment.PORT,
    host: environment.HOST,
    demo: environment.CAPIZ_DEMO === true,
    folder,
    database: environment.DATABASE_URL ?? join(folder, DATABASE_FILE),
    proxies: environment.CAPIZ_PROXIES,
    logFormat: CAPIZ_LOG ?? (environment.NODE_ENV === 'production' ? 'json' : 'text'),
    /** How many of 10,000 visits outside a rollout send counts. */
    reportSample: Math.round(environment.CAPIZ_REPORTS * 100),
    uploadDays: environment.CAPIZ_UPLOADS_DAYS,
    drainMs: environment.CAPIZ_DRAIN_SECONDS * 1_000,
    ...(environment.CAPIZ_RENDER === 'placeholder' && { onlyPlaceholders: true }),
    ...(CAPIZ_UPSTREAM && { upstream: CAPIZ_UPSTREAM }),
    ...(environment.CAPIZ_UPSTREAM_KEYS === true && { upstreamKeys: true }),
    ...(environment.CAPIZ_SERVICE_HEADERS && { serviceHeaders: environment.CAPIZ_SERVICE_HEADERS }),
    ...(environment.CAPIZ_NEW === true && { isNew: true }),
    ...(CAPIZ_PUBLIC_URL && { publicUrl: CAPIZ_PUBLIC_URL }),
    ...(uploads && { uploads }),
    ...(CAPIZ_PLACES && { places: CAPIZ_PLACES }),
    ...(signOn && { signOn }),
    ...(environment.CAPIZ_ENVIRONMENT && { environment: environment.CAPIZ_ENVIRONMENT }),
    ...(CAPIZ_WEBHOOKS_INSIDE && { inside: CAPIZ_WEBHOOKS_INSIDE }),
    ...(mail && { mail }),
    ...(name && { admin: { name, ...(password && { password }) } }),
  };
}

function toUploadPlace(environment: Environment): UploadPlace | undefined {
  const { CAPIZ_UPLOADS: place, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = environment;
  if (place === undefined || 'folder' in place) return place;
  const keys = { accessKeyId: AWS_ACCESS_KEY_ID ?? '', secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '' };
  return { ...place, region: AWS_REGION, ...keys };
}

function toSignOn(environment: Environment): SignOnSettings | undefined {
  const { CAPIZ_OIDC_ISSUER: issuer, CAPIZ_OIDC_NAME: name } = environment;
  const { CAPIZ_OIDC_CLIENT_ID: clientId = '', CAPIZ_OIDC_CLIENT_SECRET: clientSecret = '' } = environment;
  return issuer && { issuer, clientId, clientSecret, name: name ?? issuer.host };
}

type MailServer = Omit<MailSettings, 'from'>;

function toMail({ CAPIZ_SMTP_URL: server, CAPIZ_MAIL_FROM: from }: Environment): MailSettings | undefined {
  return server && from ? { ...server, from } : undefined;
}

/** @returns undefined if the text is not the address of a mail server. */
function readMailServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(text);
  const secure = protocol === 'smtps:';
  if (!secure && protocol !== 'smtp:') return undefined;
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return undefined;
  const [user, pass] = [decode(username), decode(password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  const hasPassword = pass !== '';
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && hasPassword && !isLoopback(host),
    ...(hasPassword && { auth: { user, pass } }),
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isHeaders(text: string): boolean {
  try {
    const headers: unknown = JSON.parse(text);
    if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false;
    return Object.entries(headers).every(
      ([name, value]) =>
        /^[A-Za-z][A-Za-z0-9-]*$/.test(name) &&
        !/^(?:host|cookie|connection|expect|te|trailer|upgrade|keep-alive|transfer-encoding|content-.*|idempotency-key)$/i.test(
          name,
        ) &&
        typeof value === 'string' &&
        /^[\x20-\x7e]+$/.test(value),
    );
  } catch {
    return false;
  }
}

function isFolder(text: string): boolean {
  try {
    readFolder(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws for a `file://` address that names another machine. */
function readFolder(text: string): string {
  return text.startsWith('file://') ? fileURLToPath(text) : text.slice('file:'.length);
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const address = new URL(text);
  const isPlain = !address.username && !address.password && !address.search && !address.hash;
  return isPlain && ['http:', 'https:'].includes(address.protocol);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
