import * as v from 'valibot';

/*
 * Clients of the protocol before 2026-07-28 say their name only in their first request. The name is the session id that the
 * response gives them: they send it with every later request, and the server stores nothing. It is no secret and gives no right.
 */

export const SESSION_HEADER = 'Mcp-Session-Id';
const LONGEST = 200;

const INITIALIZE = v.object({
  method: v.literal('initialize'),
  params: v.object({ clientInfo: v.object({ name: v.string() }) }),
});

/** The session id for a first request; undefined for every other request. */
export async function beginSession(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), INITIALIZE), await request.clone().text());
  if (!read.success) return undefined;
  return Buffer.from(read.output.params.clientInfo.name.slice(0, LONGEST)).toString('base64url') || '-';
}

/** The name of the client that sends this session id; undefined without one. */
export function clientOfSession(request: Request): string | undefined {
  const id = request.headers.get(SESSION_HEADER);
  return id === null ? undefined : Buffer.from(id, 'base64url').toString('utf8');
}
