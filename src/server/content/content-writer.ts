import { BORROWER_DATA_ID, BORROWER_HEADER, writeInlineJson } from '#src/shared/release.ts';
import { type BorrowerData, CONTENT_ELEMENT_ID } from '#src/shared/borrower-data.ts';
import { abortAfter } from '../abort-after.ts';
import type { CallService } from '../call-service.ts';
import { acceptsGzip } from '../delivery/compressed.ts';
import type { OpenDocument } from '../delivery/document.ts';
import { gzipEnd } from '../delivery/gzip-parts.ts';
import { opensForPerson } from './may-read.ts';
import { readFirstData } from './read-first-data.ts';
import { createReadLimits, type ReadOutcome } from './read-limits.ts';
import type { RenderContent } from './render-content.ts';
import { visitAt, type VisitAt } from './visit-at.ts';

/** How a document with the data of one borrower ended. */
export type ContentOutcome = 'content' | 'data' | 'nothing';

export interface ContentWriterOptions {
  readonly render: RenderContent;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Counts outcomes for operators. */
  readonly count: (outcome: ContentOutcome) => void;
  /** Origin that borrowers see; default: that of the request. */
  readonly publicOrigin?: string | undefined;
  /** How long data is awaited, in ms. Default: 300. */
  readonly patienceMs?: number;
}

/** Answers a request for a document with the content of its screen. */
export interface ContentWriter {
  /** @returns undefined if the request gets the document that is the same for everybody. */
  answer(
    request: Request,
    document: OpenDocument | undefined,
    service: CallService,
    headers: { readonly [name: string]: string },
  ): Response | undefined;
}

const PATIENCE_MS = 300;

/**
 * Sends the beginning of the document with its placeholder at once, and the content when the data is there, in one
 * response: the page then need not ask for it. Without data in time the document ends as everybody's document does.
 */
export function createContentWriter({
  render,
  now,
  count,
  publicOrigin,
  patienceMs = PATIENCE_MS,
}: ContentWriterOptions): ContentWriter {
  const limits = createReadLimits();

  /** @returns what follows the beginning: the content, its data, and the end of the document. */
  async function writeRest(
    request: Request,
    { screen, end }: OpenDocument,
    { calls, ...visitor }: VisitAt,
    service: CallService,
    leaving: readonly AbortSignal[],
    ended: (outcome: ReadOutcome) => void,
  ): Promise<string> {
    const { signal, end: endTimer } = abortAfter(patienceMs, ...leaving);
    const replies = await readFirstData({ service, calls, request, signal });
    endTimer();
    const isComplete = replies.length === calls.length;
    ended(isComplete ? 'complete' : leaving.some(({ aborted }) => aborted) ? 'left' : 'failed');
    if (replies.length === 0) {
      count('nothing');
      return end;
    }
    const visit = { ...visitor, replies, now: now(), origin: publicOrigin ?? new URL(request.url).origin };
    const markup = isComplete ? await render(screen, visit) : '';
    count(markup === '' ? 'data' : 'content');
    const content = markup && `<div id="${CONTENT_ELEMENT_ID}">${markup}</div>`;
    return (
      content +
      writeData({
        now: visit.now,
        origin: visit.origin,
        replies: [...replies],
        ...(markup && { chrome: screen.chrome }),
      }) +
      end
    );
  }

  return {
    answer(request, document, service, headers) {
      if (document === undefined || !opensForPerson(request)) return undefined;
      const visit = visitAt(document.screen, new URL(request.url));
      const ended = visit && limits.begin();
      if (visit === undefined || ended === undefined) return undefined;
      const cancelled = new AbortController();
      const leaving = [cancelled.signal, request.signal];
      const isGzip = acceptsGzip(request);
      const { identity, gzip } = document.beginning;
      const encode = (rest: string) => {
        const bytes = new TextEncoder().encode(rest);
        return isGzip ? gzipEnd(gzip, bytes) : bytes;
      };
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(isGzip ? gzip.bytes : identity);
          const rest = await writeRest(request, document, visit, service, leaving, ended).catch(
            () => document.end,
          );
          if (cancelled.signal.aborted) return;
          controller.enqueue(encode(rest));
          controller.close();
        },
        cancel: () => cancelled.abort(),
      });
      return new Response(body, {
        headers: {
          ...headers,
          ...(isGzip && { 'Content-Encoding': 'gzip' }),
          'Cache-Control': 'no-store',
          [BORROWER_HEADER]: String(document.version),
          // For nginx, which would otherwise hold back the beginning.
          'X-Accel-Buffering': 'no',
        },
      });
    },
  };
}

function writeData(data: BorrowerData): string {
  return `<script type="application/json" id="${BORROWER_DATA_ID}">${writeInlineJson(data)}</script>`;
}
