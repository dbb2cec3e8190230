import { createHash } from 'node:crypto';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** A response body with its compressed versions. */
export interface Compressed {
  readonly identity: Bytes;
  readonly gzip?: Bytes;
  readonly br?: Bytes;
  /** Weak ETag, for content that is sent to many; all encodings share it. */
  readonly tag?: string;
}

/** Below this many bytes compression costs more than it saves. */
const WORTH_IT_BYTES = 256;
/** While a client waits, a fast compression is used; later clients get the best one. */
const FIRST_QUALITY = 4;
const BEST_QUALITY = 11;
/** For the studio's large files: the best quality would take seven times as long for 8 % fewer bytes. */
const LARGE_QUALITY = 9;
const LARGE_BYTES = 256 * 1024;

/** For a single response: without an ETag, because no client has this content. */
export function compressNow(content: string | Uint8Array): Compressed {
  const identity = bytesOf(content);
  if (identity.length < WORTH_IT_BYTES) return { identity };
  return { identity, br: copy(brotliCompressSync(identity, parametersOf(identity, FIRST_QUALITY))) };
}

/**
 * For many responses, compressed at the first request: a server has hundreds of these and few are requested.
 * The first client gets a fast compression; a better one is made in the background for later clients.
 */
export function compressOnDemand(content: string | Uint8Array): Compressed {
  const identity = bytesOf(content);
  const tag = nameContent(identity);
  if (identity.length < WORTH_IT_BYTES) return { identity, tag };
  let br: Bytes | undefined;
  let gzip: Bytes | undefined;
  return {
    identity,
    tag,
    get br() {
      if (br === undefined) {
        br = copy(brotliCompressSync(identity, parametersOf(identity, FIRST_QUALITY)));
        improve(identity, (better) => {
          br = better;
        });
      }
      return br;
    },
    get gzip() {
      gzip ??= copy(gzipSync(identity, { level: 9 }));
      return gzip;
    },
  };
}

let improving: Promise<void> = Promise.resolve();

/** Compresses one response at a time, outside the main thread. */
function improve(identity: Bytes, use: (better: Bytes) => void): void {
  const compress = () =>
    new Promise<void>((done) => {
      const quality = identity.length > LARGE_BYTES ? LARGE_QUALITY : BEST_QUALITY;
      brotliCompress(identity, parametersOf(identity, quality), (error, better) => {
        // On an error the fast version stays.
        if (error === null) use(copy(better));
        done();
      });
    });
  improving = improving.then(compress);
}

function parametersOf(identity: Bytes, quality: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: identity.length } };
}

function bytesOf(content: string | Uint8Array): Bytes {
  return copy(typeof content === 'string' ? new TextEncoder().encode(content) : content);
}

function nameContent(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Copies, because Node's buffers share a pool, and a stored response would keep the whole pool in memory. */
function copy(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

const ENCODINGS = ['br', 'gzip'] as const;

/**
 * Responds with the smallest encoding that the client accepts, or with 304 if the client has this content.
 *
 * @param given - Further headers; a `Vary` among them replaces ours.
 */
export function respond(
  { method, headers: asked }: Request,
  content: Compressed,
  status: number,
  given: { readonly [name: string]: string },
): Response {
  const { tag } = content;
  const headers = { Vary: 'Accept-Encoding', ...given, ...(tag !== undefined && { ETag: tag }) };
  if (tag !== undefined && status === 200 && isKnown(tag, asked.get('if-none-match')))
    return new Response(null, { status: 304, headers });
  const accepted = acceptedEncodings(asked.get('accept-encoding') ?? '');
  const encoding = ENCODINGS.find((name) => accepted.has(name) && content[name] !== undefined);
  const body = (encoding && content[encoding]) ?? content.identity;
  return new Response(method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...headers,
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    },
  });
}

/** Weak comparison, as in RFC 9110 13.1.2. */
function isKnown(tag: string, known: string | null): boolean {
  if (known === null) return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return known.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}

export function acceptsGzip({ headers }: Request): boolean {
  return acceptedEncodings(headers.get('accept-encoding') ?? '').has('gzip');
}

function acceptedEncodings(header: string): ReadonlySet<string> {
  const accepted = new Set<string>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}
