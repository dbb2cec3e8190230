import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import type { Refusal } from '#src/assistant/answer.ts';
import { createMcpServer, type Door } from '#src/assistant/mcp-server.ts';
import { describeFaults } from '#src/shared/describe-faults.ts';
import { integer, NAME } from '#src/shared/operation-schemas.ts';
import type { Log } from '../log.ts';
import { Quota } from '../quota.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { createPerform, type PerformOptions, readAsked } from '../registry/perform.ts';
import type { Account } from '../staff/accounts.ts';
import { findTokenOwner } from '../staff/tokens.ts';
import { describeUnexpected } from '../unexpected-error.ts';
import { beginSession, clientOfSession, SESSION_HEADER } from './client-name.ts';
import { DraftWorkspace, type PerformById } from './draft-workspace.ts';

export const MCP_ADDRESS = '/capiz/mcp';

/** Each call may compile the whole project. */
const CALLS_A_MINUTE = 120;
const MINUTE_MS = 60_000;
const LARGEST_BYTES = 4 * 1024 * 1024;

const INSTRUCTIONS = `Screens of a web app for phones are JSON documents, which are checked, compiled and served. Begin with overview, which
reads the live release. Ask reference for the members of what you use, all names in one call. The first call of edit opens a draft and answers with its id:
send it as "draft" with every later call. Make many edits in one call, and correct every error that it reports. Then propose it. States are not
rendered here: people see the draft in the studio. You cannot publish or approve.`;

const MEMBERS = {
  draft: v.exactOptional(
    v.pipe(
      NAME,
      v.description(
        'The draft that edit answered with; absent: the live release, of which edit makes a draft.',
      ),
    ),
  ),
  seen: v.exactOptional(
    v.pipe(
      integer(0, Number.MAX_SAFE_INTEGER),
      v.description('The revision that you know: an edit is refused if the draft has changed since.'),
    ),
  ),
};
const GIVEN = v.strictObject(MEMBERS);

export interface McpOptions extends PerformOptions {
  /** Origin of this server in staff's browsers, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
  readonly log: Log;
}

/** The MCP server over HTTP, for the owners of tokens. It keeps nothing between two calls but the limits. */
export function createMcpRoutes(options: McpOptions): Hono {
  const { database, now, log } = options;
  const perform = createPerform(options);
  const quota = new Quota(now, MINUTE_MS);
  const app = new Hono();
  app.all(MCP_ADDRESS, bodyLimit({ maxSize: LARGEST_BYTES }), async (context) => {
    const authorization = context.req.header('authorization');
    const account =
      authorization === undefined ? undefined : await findTokenOwner(database, authorization, now());
    if (account === undefined)
      return context.json({ error: 'The token is missing or no longer valid.' }, 401, {
        'WWW-Authenticate': 'Bearer',
        'Cache-Control': 'no-store',
      });
    if (!quota.take(account.name, CALLS_A_MINUTE))
      return context.json({ error: `The limit is ${CALLS_A_MINUTE} calls in a minute.` }, 429, {
        'Retry-After': '60',
        'Cache-Control': 'no-store',
      });
    const origin = options.publicOrigin ?? new URL(context.req.url).origin;
    const door = createDoor({
      ...{ account, origin, performAs: performFor(perform, account), ...options },
      client: clientOfSession(context.req.raw),
    });
    const handler = createMcpHandler(() => createMcpServer(door), {
      onerror: (error) =>
        log('A request of an MCP client was refused', { level: 'warn', ...describeUnexpected(error) }),
    });
    const session = await beginSession(context.req.raw);
    const reply = await handler.fetch(context.req.raw);
    if (session !== undefined) reply.headers.set(SESSION_HEADER, session);
    reply.headers.set('Cache-Control', 'no-store');
    return reply;
  });
  return app;
}

function performFor(perform: ReturnType<typeof createPerform>, account: Account): PerformById {
  return (id, { params, body }) => {
    const operation = OPERATIONS.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    return perform(operation, account, readAsked(operation, { params, body }));
  };
}

interface DoorOptions extends Pick<McpOptions, 'database' | 'log'> {
  readonly account: Account;
  /** Name of the client program, if its session says it. */
  readonly client: string | undefined;
  readonly origin: string;
  readonly performAs: PerformById;
}

function createDoor({ account, client, origin, performAs, database, log }: DoorOptions): Door {
  return {
    client,
    renders: false,
    members: MEMBERS,
    instructions: INSTRUCTIONS,
    async open(given, name) {
      const read = v.safeParse(GIVEN, given);
      if (!read.success) {
        const why = describeFaults('arguments', read.issues);
        return { refused: { code: 'invalid', why, next: 'Send the draft as edit answered it.' } };
      }
      const { draft, seen } = read.output;
      const { queries } = database;
      const own = { queries, perform: performAs, account: account.name, client: name, origin };
      const workspace = new DraftWorkspace({ ...own, draft, seen });
      await workspace.open();
      return { workspace };
    },
    refusalOf,
    report: (error) => log('A call of an assistant failed', { level: 'error', ...describeUnexpected(error) }),
  };
}

const NEXT: Partial<Record<RegistryRefusal['code'], string>> = {
  unknown: 'Use a draft that edit answered with.',
  forbidden: 'Ask the person: the role of their account does not allow it.',
  delayed: 'Wait a minute, then repeat the call.',
  conflict: 'Read the documents again.',
};

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof RegistryRefusal)) return undefined;
  const { code, message } = error;
  return { code, why: message, next: NEXT[code] ?? 'Correct what it says, then repeat the call.' };
}
