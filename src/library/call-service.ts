import type { Http } from '#renderer/engine.ts';
import { createHttp } from '#src/borrower/http.ts';

export interface ServiceAddress {
  /** Where the paths of the contracts begin: `https://api.example.com`. Default: the page's own origin. */
  readonly address?: string;
  /** Headers of every call, such as `Authorization`. Called for each call, so a renewed token is used at once. */
  readonly headers?: () => { readonly [name: string]: string } | Promise<{ readonly [name: string]: string }>;
}

/**
 * Calls the endpoints of the contracts at another address, with further headers. The service must allow the page's origin
 * (CORS), because the browser sends no cookies of another origin: authenticate by a header, or forward the calls from your
 * own server.
 */
export function callService({ address, headers }: ServiceAddress): Http {
  // Made at the first call: a server has no window.
  let http: Http | undefined;
  const at = (url: string) => (address === undefined ? url : address.replace(/\/$/, '') + url);
  return {
    picture: at,
    async send(request, signal) {
      http ??= createHttp(window, () => undefined);
      const more = await headers?.();
      return http.send(
        { ...request, url: at(request.url), headers: { ...request.headers, ...more } },
        signal,
      );
    },
  };
}
