import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/** What is sent by `sendOnce`. */
export interface OneCall {
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  /** Asked once the connection is made, before a byte of the call is written: false, and nothing is. */
  readonly mayBegin: () => Promise<boolean>;
  /** Ends the connection, whatever is being waited for. */
  readonly signal: AbortSignal;
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * As `fetch`, by a connection of its own: none that may have been closed meanwhile, and one of which it is known whether the
 * call was written. `fetch` would connect first and write whenever that is done.
 */
export function sendOnce(target: URL, call: OneCall): Promise<Response> {
  const isSecure = target.protocol === 'https:';
  return new Promise((done, fail) => {
    const request: ClientRequest = (isSecure ? requestHttps : requestHttp)(target, {
      method: call.method,
      // What is encoded would have to be decoded here.
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
      for (const name of ['content-type', 'retry-after', 'location']) {
        const value = message.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      try {
        // The web's stream types and Node's differ in name alone.
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
