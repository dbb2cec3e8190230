import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEmailName } from './staff/names.ts';
import type { SignOnSettings } from './staff/single-sign-on.ts';
import type { LogFormat } from './log.ts';
import type { UploadPlace } from './uploads/upload-store.ts';

/** What the environment says about this server. */
export interface Settings {
  /** 0 takes any free port; the payment page then takes another one. */
  readonly port: number;
  readonly host: string;
  /** Address of the real loan service; without it the reference loan service answers. */
  readonly upstream?: URL;
  /** The real loan service keeps idempotency keys itself. */
  readonly upstreamKeys?: boolean;
  /** Set where the demonstration was asked for by name. */
  readonly demo: boolean;
  /** Where the registry is kept: `postgres://…`, or the path of the embedded database's file. */
  readonly database: string;
  /** Of 10,000 visits that no rollout compares, so many count what happens on their pages. */
  readonly reportSample: number;
  /** How many proxies of ours stand before this server: what they say of who asks is believed. */
  readonly proxies: number;
  /** For machines, with a line for every request, or for people. */
  readonly logFormat: LogFormat;
  /** Folder of what this installation keeps on this machine. */
  readonly folder: string;
  /** Where pictures of complaints are kept without a real loan service; default: in the folder. */
  readonly uploads?: UploadPlace;
  /** After so many days they are deleted; 0: never. */
  readonly uploadDays: number;
  /** The address that borrowers see, where it differs from host and port. */
  readonly publicUrl?: URL;
  /** Who is the first admin, and with what password. */
  readonly admin?: { readonly name: string; readonly password?: string };
  /** `host:port` inside that webhooks may name, by http too. */
  readonly inside?: ReadonlySet<string>;
  /** Who signs staff in besides their passwords. */
  readonly signOn?: SignOnSettings;
  /** How long a server keeps serving after SIGTERM, while it reports that it is not ready, milliseconds. */
  readonly drainMs: number;
  /** An empty database is allowed, also for real borrowers. */
  readonly isNew?: boolean;
  /** Path of the owner's list of places, in the columns of the official geographic code. */
  readonly places?: string;
}

interface Environment {
  readonly [name: string]: string | undefined;
}

/** A start that must not happen; `message` is one line for the operator. */
export interface Refusal {
  readonly message: string;
}

export function isRefusal(value: Settings | Refusal): value is Refusal {
  return 'message' in value;
}

const DEFAULT_PORT = 4173;
const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_FOLDER = '.capiz';
/** Percent: one visit in ten is enough to see how things are. */
const DEFAULT_REPORTS = 10;
const MOST_PROXIES = 10;
/** A year, and what a complaint of its last day may take. */
const DEFAULT_UPLOAD_DAYS = '400';
/**
 * nginx avoids a server for ten seconds after a failed connection; after 15 seconds it uses the restarted server
 * again.
 */
const DEFAULT_DRAIN_SECONDS = '15';
const LONGEST_DRAIN_SECONDS = 600;
const DEFAULT_REGION = 'us-east-1';
const DATABASE_FILE = 'registry.db';
/** The payment page listens one port higher. */
const HIGHEST_PORT = 65_534;

/**
 * Reads `PORT`, `HOST`, `CAPIZ_UPSTREAM`, `CAPIZ_UPSTREAM_KEYS`, `CAPIZ_DEMO`, `CAPIZ_PUBLIC_URL`, `CAPIZ_PLACES`, `CAPIZ_DATA`,
 * `DATABASE_URL`, `CAPIZ_UPLOADS` with `AWS_*`, `CAPIZ_UPLOADS_DAYS`, `CAPIZ_DRAIN_SECONDS`, `CAPIZ_NEW`, `CAPIZ_REPORTS`, `CAPIZ_PROXIES`, `CAPIZ_LOG`,
 * `CAPIZ_ADMIN_EMAIL`, `CAPIZ_ADMIN_PASSWORD`, `CAPIZ_OIDC_ISSUER` with its client, `CAPIZ_WEBHOOKS_INSIDE` and `NODE_ENV`.
 *
 * An address other than loopback without a real loan service is refused unless `CAPIZ_DEMO` is `1`:
 * nobody may serve invented loans by accident.
 */
export function readSettings(environment: Environment): Settings | Refusal {
  const port = readPort(environment.PORT);
  if (port === undefined) {
    return { message: `PORT must be a whole number from 0 to ${HIGHEST_PORT}.` };
  }
  const host = environment.HOST || DEFAULT_HOST;
  const upstream = readAddress(environment.CAPIZ_UPSTREAM);
  if (upstream === null) {
    return {
      message: 'CAPIZ_UPSTREAM must be an http or https address without user name, query and fragment.',
    };
  }
  const publicUrl = readAddress(environment.CAPIZ_PUBLIC_URL);
  if (publicUrl === null) {
    return {
      message: 'CAPIZ_PUBLIC_URL must be an http or https address without user name, query and fragment.',
    };
  }
  const folder = environment.CAPIZ_DATA || DEFAULT_FOLDER;
  const database = environment.DATABASE_URL || join(folder, DATABASE_FILE);
  if (environment.DATABASE_URL && !/^postgres(ql)?:\/\//.test(database)) {
    return { message: 'DATABASE_URL must begin with postgres://.' };
  }
  const reports = Number(environment.CAPIZ_REPORTS || DEFAULT_REPORTS);
  if (!(reports >= 0 && reports <= 100)) return { message: 'CAPIZ_REPORTS must be a percentage, 0 to 100.' };
  const proxies = Number(environment.CAPIZ_PROXIES || 0);
  if (!Number.isInteger(proxies) || proxies < 0 || proxies > MOST_PROXIES) {
    return { message: `CAPIZ_PROXIES must be a whole number, 0 to ${MOST_PROXIES}.` };
  }
  const logFormat = environment.CAPIZ_LOG || (environment.NODE_ENV === 'production' ? 'json' : 'text');
  if (logFormat !== 'json' && logFormat !== 'text') return { message: 'CAPIZ_LOG must be json or text.' };
  const demo = environment.CAPIZ_DEMO === '1';
  if (!isLoopback(host) && !upstream && !demo) {
    return {
      message:
        `HOST ${host} can be reached by others and CAPIZ_UPSTREAM is not set, so borrowers would be shown ` +
        'invented loans. Set CAPIZ_UPSTREAM to the loan service, or CAPIZ_DEMO=1 for a demonstration.',
    };
  }
  const uploads = readUploads(environment);
  if (typeof uploads === 'string') return { message: uploads };
  const uploadDays = environment.CAPIZ_UPLOADS_DAYS || DEFAULT_UPLOAD_DAYS;
  if (!/^\d{1,5}$/.test(uploadDays)) {
    return { message: 'CAPIZ_UPLOADS_DAYS must be a whole number of days, 0 for never.' };
  }
  const drain = environment.CAPIZ_DRAIN_SECONDS || DEFAULT_DRAIN_SECONDS;
  if (!/^\d{1,3}$/.test(drain) || Number(drain) > LONGEST_DRAIN_SECONDS) {
    return {
      message: `CAPIZ_DRAIN_SECONDS must be a whole number of seconds, 0 to ${LONGEST_DRAIN_SECONDS}.`,
    };
  }
  const places = environment.CAPIZ_PLACES;
  const email = environment.CAPIZ_ADMIN_EMAIL?.trim();
  const name = email && readEmailName(email);
  const password = environment.CAPIZ_ADMIN_PASSWORD;
  if (!name && (email || password)) {
    return { message: 'CAPIZ_ADMIN_EMAIL must be the e-mail address of the first admin.' };
  }
  const signOn = readSignOn(environment);
  if (signOn === null) {
    return {
      message:
        'CAPIZ_OIDC_ISSUER must be an https address, and CAPIZ_OIDC_CLIENT_ID and CAPIZ_OIDC_CLIENT_SECRET be set with it.',
    };
  }
  if (signOn && !publicUrl && !isLoopback(host)) {
    return { message: 'CAPIZ_OIDC_ISSUER needs CAPIZ_PUBLIC_URL: the provider sends people back to it.' };
  }
  const named = (environment.CAPIZ_WEBHOOKS_INSIDE ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (named.some((one) => !/^[\w.[\]:-]+:\d{1,5}$/.test(one))) {
    return { message: 'CAPIZ_WEBHOOKS_INSIDE must be host:port, more of them with commas.' };
  }
  return {
    port,
    host,
    demo,
    folder,
    database,
    proxies,
    logFormat,
    reportSample: Math.round(reports * 100),
    uploadDays: Number(uploadDays),
    drainMs: Number(drain) * 1_000,
    ...(upstream && { upstream }),
    ...(environment.CAPIZ_UPSTREAM_KEYS === '1' && { upstreamKeys: true }),
    ...(environment.CAPIZ_NEW === '1' && { isNew: true }),
    ...(publicUrl && { publicUrl }),
    ...(uploads && { uploads }),
    ...(places && { places }),
    ...(signOn && { signOn }),
    ...(named.length > 0 && { inside: new Set(named) }),
    ...(name && { admin: { name, ...(password && { password }) } }),
  };
}

/** @returns the reason for an address that cannot be meant. */
function readUploads(environment: Environment): UploadPlace | string | undefined {
  const text = environment.CAPIZ_UPLOADS;
  if (text === undefined || text === '') return undefined;
  if (text.startsWith('file:')) {
    try {
      return { folder: text.startsWith('file://') ? fileURLToPath(text) : text.slice('file:'.length) };
    } catch {
      return 'CAPIZ_UPLOADS must be a folder of this machine after file:.';
    }
  }
  const bucket = text.startsWith('s3:') ? readAddress(text.slice('s3:'.length)) : null;
  if (!bucket || bucket.pathname === '/') {
    return 'CAPIZ_UPLOADS must be file:<folder> or s3:https://<endpoint>/<bucket>.';
  }
  const accessKeyId = environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) {
    return 'CAPIZ_UPLOADS names a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.';
  }
  return { bucket, region: environment.AWS_REGION || DEFAULT_REGION, accessKeyId, secretAccessKey };
}

/** @returns null where something of it is missing or wrong. */
function readSignOn(environment: Environment): SignOnSettings | undefined | null {
  const { CAPIZ_OIDC_CLIENT_ID: clientId, CAPIZ_OIDC_CLIENT_SECRET: clientSecret } = environment;
  const issuer = readAddress(environment.CAPIZ_OIDC_ISSUER);
  if (issuer === undefined) return undefined;
  if (issuer === null || !clientId || !clientSecret) return null;
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) return null;
  return { issuer, clientId, clientSecret, name: environment.CAPIZ_OIDC_NAME || issuer.host };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return DEFAULT_PORT;
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= HIGHEST_PORT ? port : undefined;
}

/** @returns null for a text that is no such address. */
function readAddress(text: string | undefined): URL | undefined | null {
  if (text === undefined || text === '') return undefined;
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    return null;
  }
  const isPlain = !address.username && !address.password && !address.search && !address.hash;
  return isPlain && ['http:', 'https:'].includes(address.protocol) ? address : null;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
