import type { OfflineDocuments } from './offline-documents.ts';

export interface AnswerOptions {
  readonly documents: Pick<OfflineDocuments, 'isReady' | 'accepts' | 'keep' | 'answer'>;
  readonly get: typeof fetch;
  /** Wait for the network in ms, if a stored document can be shown. */
  readonly patienceMs: number;
  /** After a stored document was shown, the network's answer is dropped after this time, in ms. */
  readonly longestMs: number;
}

interface Answering {
  readonly reply: Promise<Response>;
  /** Resolves when no request is running. */
  readonly done: Promise<void>;
}

interface NetworkPage {
  readonly reply: Response;
  readonly isGood: boolean;
  readonly keeping?: Promise<void>;
}

/**
 * The document for an opening page: from the network, or the stored one if that fails, is slow or returns no current
 * page. A late document is stored for the next page if it is complete before the limit; at the limit an unfinished body
 * is cancelled. The navigation request itself cannot be aborted: a changed copy would not be a navigation.
 */
export function answerDocument(
  request: Request,
  path: string,
  { documents, get, patienceMs, longestMs }: AnswerOptions,
): Answering {
  const end = new AbortController();
  const network = readPage(request, documents, get, end.signal);
  const kept = network.then(({ keeping }) => keeping).catch(nothing);

  async function answer(): Promise<Response> {
    if (!(await documents.isReady())) return (await network).reply;
    const page = await Promise.race([network.catch(nothing), after(patienceMs)]);
    if (page?.isGood) return page.reply;
    const answered = await documents.answer(path);
    if (answered === undefined) return (await network).reply;
    void after(longestMs).then(() => end.abort());
    return answered;
  }

  const ended = new Promise<void>((done) => {
    end.signal.addEventListener('abort', () => done());
  });
  return { reply: answer(), done: Promise.race([kept, ended]) };
}

/** The complete answer of the network. */
async function readPage(
  request: Request,
  documents: AnswerOptions['documents'],
  get: typeof fetch,
  end: AbortSignal,
): Promise<NetworkPage> {
  const reply = await get(request);
  const isPage = /^text\/html/.test(reply.headers.get('Content-Type') ?? '');
  // A redirect, or a file that the person opened.
  if (reply.type === 'opaqueredirect' || (reply.ok && !isPage)) return { reply, isGood: true };
  const bytes = await readUntil(reply, end);
  const html = new TextDecoder().decode(bytes);
  const { status, statusText, headers } = reply;
  const isGood = status < 500 && (await documents.accepts(html));
  const page = { reply: new Response(bytes, { status, statusText, headers }), isGood };
  return isGood ? { ...page, keeping: documents.keep(html, headers) } : page;
}

/** Reads a body until the signal aborts; a truncated document is not used. */
async function readUntil({ body }: Response, end: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(nothing);
  if (end.aborted) cancel();
  end.addEventListener('abort', cancel);
  const parts: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) parts.push(part.value);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function after(ms: number): Promise<undefined> {
  return new Promise((done) => {
    setTimeout(() => done(undefined), ms);
  });
}

function nothing(): undefined {
  return undefined;
}
