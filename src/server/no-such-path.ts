import type { Context } from 'hono';

/** In the shape of our own API's errors. A page shows no words of it to a borrower: contracts have their own at `/message`. */
const BODY = { error: { code: 'unknown', message: 'No contract that is live has this path.' } };

/** Answers a request to a path that no contract, screen or page of the server has. */
export function answerNoSuchPath(context: Context): Response {
  return context.json(BODY, 404, { 'Cache-Control': 'no-store', Vary: 'Accept' });
}

/** Whether a request names the media type of a page, as every browser does that opens one. No Accept takes anything. */
export function asksForPage(accept: string | undefined): boolean {
  return accept === undefined || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(accept);
}

/**
 * Beginnings of paths that only the loan service has: the first name of each path of a call that goes on after it, and
 * `/api/`, where `capiz new endpoint` puts calls. A beginning that screens have too is none.
 */
export function prefixesOfCalls(
  callPaths: Iterable<string>,
  screenPaths: Iterable<string>,
): ReadonlySet<string> {
  const prefixes = new Set(['/api/']);
  for (const path of callPaths) add(prefixes, path);
  for (const path of screenPaths) prefixes.delete(prefixOf(path) ?? '');
  return prefixes;
}

/** `/api/` of `/api/letters`; undefined of a path with one name. */
export function prefixOf(path: string): string | undefined {
  return /^\/[^/]+\//.exec(path)?.[0];
}

function add(prefixes: Set<string>, path: string): void {
  const prefix = prefixOf(path);
  if (prefix !== undefined) prefixes.add(prefix);
}
