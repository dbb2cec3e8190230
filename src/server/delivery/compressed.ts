import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** One representation of an answer, and its compressed twins. */
export interface Compressed {
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly gzip?: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer>;
  /** Names the content where it is sent to many; the representations of one content share it, so it is a weak one. */
  readonly tag?: string;
}

/** Below this many bytes compression costs more than it saves. */
const WORTH_IT_BYTES = 256;
/** Ahead of time the best is affordable; while a borrower waits it is not. */
const QUALITY = { ahead: 11, 'while-waiting': 4 } as const;

export function compress(content: string | Uint8Array, when: keyof typeof QUALITY): Compressed {
  const identity = copy(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const tag = when === 'ahead' ? { tag: nameContent(identity) } : {};
  if (identity.length < WORTH_IT_BYTES) return { identity, ...tag };
  const br = brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[when],
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
  return {
    identity,
    ...tag,
    br: copy(br),
    ...(when === 'ahead' && { gzip: copy(gzipSync(identity, { level: 9 })) }),
  };
}

function nameContent(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** A buffer of its own: Node's share a pool, and a response must not hold on to it. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Answers with the smallest representation that the reader accepts, or with 304 where they have this content. */
export function respond(
  request: Request,
  content: Compressed,
  status: number,
  headers: { readonly [name: string]: string },
): Response {
  const { tag } = content;
  if (tag !== undefined && isKnown(tag, request.headers.get('if-none-match'))) {
    return new Response(null, { status: 304, headers: { ...headers, ETag: tag, Vary: 'Accept-Encoding' } });
  }
  const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => content[name] && accepted.has(name));
  const body = (encoding && content[encoding]) ?? content.identity;
  const answer = new Response(request.method === 'HEAD' ? null : body, { status, headers });
  answer.headers.append('Vary', 'Accept-Encoding');
  answer.headers.set('Content-Length', String(body.length));
  if (encoding) answer.headers.set('Content-Encoding', encoding);
  if (tag !== undefined) answer.headers.set('ETag', tag);
  return answer;
}

/** By weak comparison, as RFC 9110 13.1.2 asks. */
function isKnown(tag: string, known: string | null): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return (known ?? '').split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}

function acceptedEncodings(header: string): Set<string> {
  const accepted = new Set<string>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}
