import { BORROWER_HEADER } from '#src/shared/release.ts';
import type { OfflineDocuments } from './offline-documents.ts';

export interface AnswerOptions {
  readonly documents: Pick<OfflineDocuments, 'isReady' | 'isCurrent' | 'accepts' | 'keep' | 'answer'>;
  readonly get: typeof fetch;
  /** Wait for the network in ms, if a stored document can be shown. */
  readonly patienceMs: number;
  /** Time limit in ms for an answer that is only stored, because the page shows another document. */
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
  /** Stores everybody's document of this path. */
  readonly keep?: () => Promise<void>;
}

/**
 * The document for an opening page: from the network, or the stored one if that fails, is slow or returns no current
 * page. A late document is stored for the next page if it is complete before the limit; at the limit an unfinished body
 * is cancelled. The navigation request itself cannot be aborted: a changed copy would not be a navigation.
 *
 * A document with data of one borrower goes to the browser unread, so that it can stream, and everybody's document of
 * the path is requested and stored after it.
 */
export function answerDocument(
  request: Request,
  path: string,
  { documents, get, patienceMs, longestMs }: AnswerOptions,
): Answering {
  const end = new AbortController();
  const endLater = () => void after(longestMs).then(() => end.abort());
  const network = load();

  async function load(): Promise<NetworkPage> {
    const reply = await get(request);
    const version = reply.headers.get(BORROWER_HEADER);
    if (version === null) return readPage(reply, documents, end.signal);
    const isGood = reply.status < 500 && (await documents.isCurrent(Number(version)));
    return { reply, isGood, ...(isGood && { keep: keepEverybodys }) };
  }

  async function keepEverybodys(): Promise<void> {
    endLater();
    // With the origin: a path such as `//order` would be another host.
    const address = new URL(request.url).origin + path;
    const reply = await get(address, { signal: end.signal, priority: 'low' });
    if (reply.status < 500) await documents.keep(await reply.text(), reply.headers);
  }

  async function answer(): Promise<Response> {
    const isReady = documents.isReady();
    const limit = isReady.then((canAnswer) => (canAnswer ? after(patienceMs) : network));
    const page = await Promise.race([network.catch(nothing), limit]);
    if (page?.isGood) return page.reply;
    const answered = (await isReady) ? await documents.answer(path) : undefined;
    if (answered === undefined) return (await network).reply;
    endLater();
    void network.then((late) => late.reply.body?.cancel()).catch(nothing);
    return answered;
  }

  const shown = answer();
  const kept = shown
    .then(() => network)
    .then(({ keep }) => keep?.())
    .catch(nothing);

  const ended = new Promise<void>((done) => {
    end.signal.addEventListener('abort', () => done());
  });
  return { reply: shown, done: Promise.race([kept, ended]) };
}

/** Reads everybody's document completely. */
async function readPage(
  reply: Response,
  documents: AnswerOptions['documents'],
  end: AbortSignal,
): Promise<NetworkPage> {
  const isPage = /^text\/html/.test(reply.headers.get('Content-Type') ?? '');
  // A redirect, or a file that the person opened.
  if (reply.type === 'opaqueredirect' || (reply.ok && !isPage)) return { reply, isGood: true };
  const bytes = await readUntil(reply, end);
  const html = new TextDecoder().decode(bytes);
  const { status, statusText, headers } = reply;
  const isGood = status < 500 && (await documents.accepts(html));
  const page = { reply: new Response(bytes, { status, statusText, headers }), isGood };
  return isGood ? { ...page, keep: () => documents.keep(html, headers) } : page;
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
