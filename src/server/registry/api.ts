import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compressNow, respond } from '../delivery/compressed.ts';
import type { Account } from '../staff/accounts.ts';
import { CSRF_HEADER, isOwnPage, readSessionCookie } from '../staff/browser.ts';
import { findSession } from '../staff/sessions.ts';
import { findTokenOwner } from '../staff/tokens.ts';
import { type RefusalCode, RegistryRefusal } from './failures.ts';
import { writeOpenApi } from './open-api.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { createPerform, type Perform, type PerformOptions } from './perform.ts';

export const API_ADDRESS = '/capiz/api/v1';
export const OPEN_API_ADDRESS = '/capiz/api/openapi.json';

export interface RegistryApiOptions extends PerformOptions {
  /** Where staff's browsers see this server, where it differs from what requests name. */
  readonly publicOrigin?: string;
}

/** What is known of a request before it is read. */
export interface ApiEnvironment {
  Variables: { account: Account };
}

export const STATUS: { readonly [code in RefusalCode]: 400 | 403 | 404 | 409 | 422 | 423 | 429 } = {
  unknown: 404,
  conflict: 409,
  invalid: 400,
  problems: 422,
  law: 422,
  approval: 403,
  forbidden: 403,
  frozen: 423,
  readers: 409,
  delayed: 429,
};

const DOCUMENT_BYTES = 1024 * 1024;

/**
 * Everything that changes what borrowers get, as HTTP. Every route stands in `OPERATIONS` and in the OpenAPI
 * document made of it; who asks is known by a token or by the session of a browser, and what they may by the table of
 * roles. Nobody else is answered anything but that document.
 */
export function createRegistryApi(options: RegistryApiOptions): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.get(OPEN_API_ADDRESS, () => Response.json(writeOpenApi(OPERATIONS, API_ADDRESS)));
  app.use(`${API_ADDRESS}/*`, async (context, next) => {
    context.header('Cache-Control', 'no-store');
    const account = await findAccount(context, options);
    if (account === 'another-page') {
      const message = `A browser's session changes something from our own pages alone, with ${CSRF_HEADER}.`;
      return context.json(describe('forbidden', message), 403);
    }
    if (account === undefined) {
      return context.json(describe('unauthorized', 'The token is missing or not good any more.'), 401);
    }
    context.set('account', account);
    return next();
  });
  const perform = createPerform(options);
  for (const operation of OPERATIONS) addOperation(app, operation, perform);
  app.all(`${API_ADDRESS}/*`, (context) => context.json(describe('unknown', 'There is no such route.'), 404));
  return app;
}

/** A token is sent on purpose; a cookie goes along with whatever any page sends. */
async function findAccount(
  { req }: Context,
  { database, now, publicOrigin }: RegistryApiOptions,
): Promise<Account | 'another-page' | undefined> {
  const authorization = req.header('authorization');
  if (authorization !== undefined) return findTokenOwner(database, authorization, now());
  const session = await findSession(database, readSessionCookie(req.raw, publicOrigin), now());
  if (session === undefined || req.method === 'GET') return session?.account;
  const isOurs = isOwnPage(req.raw, publicOrigin) && req.header(CSRF_HEADER) === session.csrf;
  return isOurs ? session.account : 'another-page';
}

function addOperation(app: Hono<ApiEnvironment>, operation: Operation, perform: Perform): void {
  const { method, path, body, largest = DOCUMENT_BYTES } = operation;
  const route = API_ADDRESS + path.replace(/\{(\w+)\}/g, ':$1');
  app.on(method.toUpperCase(), route, bodyLimit({ maxSize: largest }), async (context) => {
    try {
      const asked = {
        params: context.req.param(),
        query: context.req.query(),
        ...(body !== undefined && { body: await readBody(context) }),
        signal: context.req.raw.signal,
      };
      const answer = JSON.stringify(await perform(operation, context.get('account'), asked));
      return respond(context.req.raw, compressNow(answer), 200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
      });
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      return context.json(describe(error.code, error.message, error), STATUS[error.code]);
    }
  });
}

async function readBody(context: Context): Promise<unknown> {
  if (!context.req.header('content-type')?.startsWith('application/json')) {
    throw new RegistryRefusal('invalid', 'The body must be application/json.');
  }
  try {
    return await context.req.json();
  } catch {
    throw new RegistryRefusal('invalid', 'The body is no JSON.');
  }
}

function describe(
  code: string,
  message: string,
  { problems = [], conflict }: Partial<Pick<RegistryRefusal, 'problems' | 'conflict'>> = {},
) {
  return {
    error: { code, message, ...(problems.length > 0 && { problems }), ...(conflict && { conflict }) },
  };
}
