import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** One representation of an answer, and its compressed twins. */
export interface Compressed {
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly gzip?: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer>;
}

/** Below this many bytes compression costs more than it saves. */
const WORTH_IT_BYTES = 256;
/** Ahead of time the best is affordable; while a borrower waits it is not. */
const QUALITY = { ahead: 11, 'while-waiting': 4 } as const;

export function compress(content: string | Uint8Array, when: keyof typeof QUALITY): Compressed {
  const identity = copy(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  if (identity.length < WORTH_IT_BYTES) return { identity };
  const br = brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[when],
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
  return {
    identity,
    br: copy(br),
    ...(when === 'ahead' && { gzip: copy(gzipSync(identity, { level: 9 })) }),
  };
}

/** A buffer of its own: Node's share a pool, and a response must not hold on to it. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Answers with the smallest representation that the reader accepts. */
export function respond(
  request: Request,
  content: Compressed,
  status: number,
  headers: { readonly [name: string]: string },
): Response {
  const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => content[name] && accepted.has(name));
  const body = (encoding && content[encoding]) ?? content.identity;
  const answer = new Response(request.method === 'HEAD' ? null : body, { status, headers });
  answer.headers.append('Vary', 'Accept-Encoding');
  answer.headers.set('Content-Length', String(body.length));
  if (encoding) answer.headers.set('Content-Encoding', encoding);
  return answer;
}

function acceptedEncodings(header: string): Set<string> {
  const accepted = new Set<string>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}
