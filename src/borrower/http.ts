import type { Http } from '#renderer/engine.ts';
import { HttpFailure } from '#renderer/plan/http-failure.ts';
import { ENDED_HEADER, RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import { PAGE_HEADER } from '#src/shared/release.ts';
import type { upload } from './upload.ts';

declare global {
  interface Window {
    /** Set before the page's script runs, if calls are answered inside the document: handles images and uploads. */
    capizRehearsal?: {
      /** @returns a URL of the image that an endpoint answers. */
      readonly picture: (address: string) => Promise<string>;
      readonly upload: typeof upload;
    };
  }
}

/** Few people send a file, so its code comes with the first one. */
async function fetchUpload(): Promise<typeof upload> {
  try {
    return (await import('./upload.ts')).upload;
  } catch {
    throw new HttpFailure('network', false);
  }
}

/**
 * Calls endpoints of the contracts on the same origin; passes on the reply's text.
 *
 * @param onAged - Called if the server says that this page is outdated, with `closed` or `aged`.
 */
export function createHttp(window: Window, onAged: (how: string) => void): Http {
  return {
    picture: (address) => window.capizRehearsal?.picture(address) ?? address,
    async send(request, signal) {
      if (!window.navigator.onLine) throw new HttpFailure('offline', false);
      if (request.file !== undefined) {
        const send = window.capizRehearsal?.upload ?? (await fetchUpload());
        return await send(request, request.file, signal);
      }
      const abort = new AbortController();
      const end = () => abort.abort();
      signal.addEventListener('abort', end);
      let isLate = false;
      const timer = window.setTimeout(() => {
        isLate = true;
        abort.abort();
      }, request.timeoutMs);
      try {
        const reply = await window.fetch(request.url, {
          method: request.method,
          headers: request.headers,
          ...(request.body === undefined ? {} : { body: request.body }),
          signal: abort.signal,
          credentials: 'same-origin',
          redirect: 'error',
          referrerPolicy: 'no-referrer',
        });
        const body = await reply.text();
        const aged = reply.headers.get(PAGE_HEADER);
        if (aged) onAged(aged);
        return {
          status: reply.status,
          body,
          header: (name) => reply.headers.get(name),
          receivedAt: Number(reply.headers.get(RECEIVED_HEADER)) || undefined,
          ended: reply.headers.has(ENDED_HEADER),
        };
      } catch (error) {
        if (signal.aborted) throw error;
        throw new HttpFailure(isLate ? 'timeout' : 'network', true);
      } finally {
        window.clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
  };
}
