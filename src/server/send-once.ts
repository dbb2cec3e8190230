import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/** The call of `sendOnce`. */
export interface OneCall {
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  /** Called when the connection is made, before any byte is written. If it resolves to false, nothing is sent. */
  readonly mayBegin: () => Promise<boolean>;
  /** Closes the connection at any point. */
  readonly signal: AbortSignal;
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Like `fetch`, but on a new connection. The other side cannot have closed it in the meantime, and it is known
 * whether the call was written. `fetch` would write as soon as it is connected, without calling `mayBegin`.
 */
export function sendOnce(target: URL, call: OneCall): Promise<Response> {
  const isSecure = target.protocol === 'https:';
  return new Promise((done, fail) => {
    const request: ClientRequest = (isSecure ? requestHttps : requestHttp)(target, {
      method: call.method,
      // A compressed response would have to be decompressed here.
      headers: { ...Object.fromEntries(call.headers), 'accept-encoding': 'identity' },
      agent: false,
      signal: call.signal,
    });
    const begin = async (): Promise<void> => {
      if (await call.mayBegin()) request.end(new Uint8Array(call.body));
      else request.destroy(new Error('It was not sent.'));
    };
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => void begin().catch(fail));
    });
    request.on('error', fail);
    request.once('response', (message: IncomingMessage) => {
      const { statusCode: status = 0 } = message;
      const headers = new Headers();
      for (const [name, value] of Object.entries(message.headers)) {
        if (typeof value === 'string') headers.set(name, value);
      }
      try {
        // The stream types of the web and of Node differ only in name.
        const body = Readable.toWeb(message) as ReadableStream<Uint8Array>;
        if (WITHOUT_BODY.has(status)) message.resume();
        done(new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers }));
      } catch (error) {
        request.destroy();
        fail(error instanceof Error ? error : new Error('No such status.'));
      }
    });
  });
}
