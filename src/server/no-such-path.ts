import type { Context } from 'hono';

/**
 * In the format of our own API's errors. A page does not show this message to a borrower: contracts have theirs at
 * `/message`.
 */
const BODY = { error: { code: 'unknown', message: 'No live contract has this path.' } };

/** Answers a request to a path that no contract, screen or page of the server has. */
export function answerNoSuchPath(context: Context): Response {
  return context.json(BODY, 404, { 'Cache-Control': 'no-store', Vary: 'Accept' });
}

/**
 * Whether a request accepts the media type of a page, as browsers do when they open one. A missing Accept header
 * accepts anything.
 */
export function asksForPage(accept: string | undefined): boolean {
  return accept === undefined || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(accept);
}

/**
 * Path prefixes that only the loan service has: the first segment of each call's path that has more segments, and
 * `/api/`, where `capiz new endpoint` puts calls. A prefix that screens also have is not included.
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

/** `/api/` for `/api/letters`; undefined for a path with one segment. */
export function prefixOf(path: string): string | undefined {
  return /^\/[^/]+\//.exec(path)?.[0];
}

function add(prefixes: Set<string>, path: string): void {
  const prefix = prefixOf(path);
  if (prefix !== undefined) prefixes.add(prefix);
}
