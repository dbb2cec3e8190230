import { createHash, randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parseReply } from '#renderer/plan/parse-reply.ts';
import { readPointer, toScalarText } from '#renderer/plan/pointer.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Log, LogFields } from '../log.ts';
import { writeEnvelope } from '#src/simulator/service/envelope.ts';
import { type CleanFile, cleanUpload, tooLargeFile } from './clean-upload.ts';
import { nameOf } from './name-upload.ts';
import { isStoredName, typeOf, UPLOADS_ADDRESS } from '#src/shared/uploads/upload-names.ts';
import { StoreFailure, type UploadStore } from './upload-store.ts';
import { UploadQuota } from './upload-quota.ts';

export interface UploadRoutesOptions {
  /** The contract of a call, if it sends files. */
  find(method: string, path: string): Contract | undefined;
  /** Stores the files; absent: only the service that answers the call gets them. */
  readonly store?: UploadStore;
  readonly now: () => number;
  /** Public origin of this server, if it is known. */
  readonly publicOrigin: string | undefined;
  /** The key of the caller for limits. */
  callerKeyOf(context: Context): string;
  readonly log: Log;
}

/**
 * Larger than a phone's photo, so that a photo above the limit is refused with a message; a larger body is not
 * read.
 */
const LARGEST_BODY_BYTES = 12 * 1024 * 1024;

/**
 * Checks the files of every call that sends some: each file is checked by its content and gets a name of this
 * server, or the call ends with a refusal in its contract's envelope. Images are re-encoded; documents are
 * forwarded unchanged.
 */
export function createUploadRoutes({
  find,
  store,
  now,
  callerKeyOf,
  publicOrigin,
  log,
}: UploadRoutesOptions): MiddlewareHandler {
  const quota = new UploadQuota(now);
  /** Replaces the session for files without a known sender. */
  const nobody = randomUUID();
  return async (context, next) => {
    const contract = find(context.req.method, context.req.path);
    if (contract === undefined) return next();
    const refuse = (status: 200 | 400 | 403 | 413 | 429 | 503, code: string, message: string) =>
      context.body(writeEnvelope(contract, { ok: false, code, message }), status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      });
    if (isFromElsewhere(context.req.raw, publicOrigin)) {
      return refuse(403, '403', 'Files can only be sent from pages of this site.');
    }
    const session = sessionOf(contract, context.req.raw.headers);
    if (!quota.take(session, callerKeyOf(context))) {
      return refuse(429, '4290', 'You have sent many files. Please try again in an hour.');
    }
    let isRead = false;
    const onError = () => refuse(413, tooLargeFile.code, tooLargeFile.message);
    const tooMuch = await bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError })(context, async () => {
      isRead = true;
    });
    if (!isRead) return tooMuch;
    const sent = await context.req.raw.formData().catch(() => undefined);
    const form = new FormData();
    const files: [string, CleanFile][] = [];
    for (const [name, part] of sent ?? []) {
      const member = contract.members.find(({ wire }) => wire === name);
      if (member === undefined || form.has(name) || member.isFile !== (typeof part !== 'string')) {
        return refuse(400, '400', `The member ${name} does not match the contract of this call.`);
      }
      if (typeof part === 'string') {
        form.append(name, part);
        continue;
      }
      const content = new Uint8Array(await part.arrayBuffer());
      const cleaned = await cleanUpload(content, part.name, contract.takes);
      if (cleaned.is === 'busy') return refuse(503, '503', 'Please try again in a minute.');
      if (cleaned.is === 'refused') return refuse(200, cleaned.code, cleaned.message);
      const given = nameOf(cleaned.type, session || nobody, cleaned.bytes);
      files.push([given, cleaned]);
      form.append(name, new Blob([cleaned.bytes], { type: cleaned.type }), given);
    }
    if (files.length === 0) return refuse(400, '400', 'This call needs a file.');
    const headers = new Headers(context.req.raw.headers);
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name);
    const { url, method, signal } = context.req.raw;
    context.req.raw = new Request(url, { method, headers, body: form, signal });
    await next();
    if (store === undefined || signal.aborted || !(await isAccepted(contract, context.res))) return undefined;
    // The page gets the address only after the file is stored.
    try {
      for (const [name, file] of files) await store.put(name, file);
    } catch (error) {
      log('A file was not stored', { level: 'error', ...whyOf(error) });
      context.res = undefined;
      context.res = refuse(503, '503', 'The file could not be saved. Please try again in a minute.');
    }
    return undefined;
  };
}

/** Whether the response is a success by the call's contract. */
async function isAccepted({ success }: Contract, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  if (success === undefined) return true;
  const parsed = parseReply(await answer.clone().text());
  const said = parsed.ok ? toScalarText(readPointer(parsed.json, success.at)) : undefined;
  return said !== undefined && success.is.includes(said);
}

function whyOf(error: unknown): LogFields {
  return { why: error instanceof StoreFailure ? error.why : 'unknown' };
}

/** Whether a browser reports that a page of another origin sends this. Other clients send no such headers. */
function isFromElsewhere({ headers, url }: Request, publicOrigin: string | undefined): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin';
  const origin = headers.get('origin');
  if (origin === null || origin === publicOrigin) return false;
  // Behind a proxy that terminates https, the scheme differs.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}

/** Hash of the session headers of a contract; empty if all are empty. */
function sessionOf({ headers }: Contract, given: Headers): string {
  const said = headers.map((name) => given.get(name) ?? '');
  if (said.every((value) => value === '')) return '';
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** A file that is opened by its address is downloaded, and nothing in it runs. */
const FILE_HEADERS = {
  'Cache-Control': 'private, max-age=86400, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves uploaded files. */
export function createUploadServer(store: UploadStore, log: Log): MiddlewareHandler {
  return async (context) => {
    const name = context.req.path.slice(UPLOADS_ADDRESS.length);
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    try {
      bytes = isStoredName(name) ? await store.get(name) : undefined;
    } catch (error) {
      log('A file was not read', { level: 'error', ...whyOf(error) });
      // A failed lookup is not a 404: the file may still exist.
      return context.text('Try again', 503, { 'Cache-Control': 'no-store', 'Retry-After': '60' });
    }
    if (bytes === undefined) return context.text('Not found', 404);
    return context.body(bytes, 200, {
      ...FILE_HEADERS,
      'Content-Type': typeOf(name) ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  };
}
