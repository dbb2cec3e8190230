import { API_ADDRESS, type ApiEnvironment } from './api-environment.ts';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { describeRoute, openAPIRouteHandler, validator } from 'hono-openapi';
import type * as v from 'valibot';
import { bodyLimit } from 'hono/body-limit';
import { compressNow, respond } from '../delivery/compressed.ts';
import type { Account } from '../staff/accounts.ts';
import { CSRF_HEADER, isOwnPage, readSessionCookie } from '../staff/browser.ts';
import { findSession } from '../staff/sessions.ts';
import { findTokenOwner } from '../staff/tokens.ts';
import { type RefusalCode, RegistryRefusal } from './failures.ts';
import { describeFaults, faultsByName } from '#src/shared/describe-faults.ts';
import { aboutApi, describeOperation } from './open-api.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { createPerform, requireStorable, requireRole, type Perform, type PerformOptions } from './perform.ts';

export const OPEN_API_ADDRESS = '/capiz/api/openapi.json';

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
 * The HTTP API of the registry: everything that changes what borrowers get. Every route is listed in `OPERATIONS`
 * and in the OpenAPI document generated from it. A token or a browser session identifies the account; the table of
 * roles says what it may do. Without an account, only the OpenAPI document is served.
 */
export function createRegistryApi(options: PerformOptions): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  const operations = new Hono<ApiEnvironment>();
  app.get(OPEN_API_ADDRESS, openAPIRouteHandler(operations, aboutApi(API_ADDRESS)));
  app.use(`${API_ADDRESS}/*`, async (context, next) => {
    context.header('Cache-Control', 'no-store');
    const account = await findAccount(context, options);
    if (account === 'another-page') {
      const message = `A browser session can make changes only from our own pages, with ${CSRF_HEADER}.`;
      return context.json(describe('forbidden', message), 403);
    }
    if (account === undefined) {
      return context.json(describe('unauthorized', 'The token is missing or no longer valid.'), 401);
    }
    context.set('account', account);
    context.set('via', context.req.header('authorization') === undefined ? 'session' : 'token');
    return next();
  });
  const perform = createPerform(options);
  for (const operation of OPERATIONS) addOperation(operations, operation, perform);
  operations.onError((error, context) => {
    if (!(error instanceof RegistryRefusal)) throw error;
    return context.json(describe(error.code, error.message, error), STATUS[error.code]);
  });
  app.route(API_ADDRESS, operations);
  app.all(`${API_ADDRESS}/*`, (context) => context.json(describe('unknown', 'There is no such route.'), 404));
  return app;
}

/**
 * A token needs no CSRF check. A browser adds the session cookie to requests from any page, so a session needs
 * one.
 */
async function findAccount(
  { req }: Context,
  { database, now, publicOrigin }: PerformOptions,
): Promise<Account | 'another-page' | undefined> {
  const authorization = req.header('authorization');
  if (authorization !== undefined) return findTokenOwner(database, authorization, now());
  const session = await findSession(database, readSessionCookie(req.raw, publicOrigin), now());
  if (session === undefined || req.method === 'GET') return session?.account;
  const isOurs = isOwnPage(req.raw, publicOrigin) && req.header(CSRF_HEADER) === session.csrf;
  return isOurs ? session.account : 'another-page';
}

interface JsonBody {
  in: { json?: unknown };
  out: { json: unknown };
}

/** Validator for operations without a body. */
const leaveBody: MiddlewareHandler<ApiEnvironment, string, JsonBody> = (_context, next) => next();

function addOperation(app: Hono<ApiEnvironment>, operation: Operation, perform: Perform): void {
  const { method, path, params, query, body, largest = DOCUMENT_BYTES } = operation;
  const route = path.replace(/\{(\w+)\}/g, ':$1');
  const readJson: MiddlewareHandler<ApiEnvironment, string, JsonBody> =
    body === undefined ? leaveBody : validator('json', body, refuseFaults);
  app.on(
    method.toUpperCase(),
    route,
    describeRoute(describeOperation(operation)),
    bodyLimit({ maxSize: largest }),
    beforeValidation(operation),
    validator('param', params, refuseFaults),
    validator('query', query, refuseFaults),
    readJson,
    async (context) => {
      const { req } = context;
      const asked = {
        params: req.valid('param'),
        query: req.valid('query'),
        body: req.valid('json'),
        via: context.get('via'),
        signal: req.raw.signal,
      };
      const answer = JSON.stringify(await perform(operation, context.get('account'), asked));
      return respond(req.raw, compressNow(answer), 200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
      });
    },
  );
}

/** Runs before the schemas: an account without the right must not learn which members are wrong. */
function beforeValidation(operation: Operation): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    requireRole(operation, context.get('account'));
    const body = operation.body && (await readBody(context));
    requireStorable([context.req.param(), context.req.queries(), body]);
    return next();
  };
}

function refuseFaults(result: { success: boolean; target: string; error?: readonly object[] }): void {
  if (result.success) return;
  // All schemas of operations are from valibot, so the issues are too.
  const issues = result.error as readonly v.BaseIssue<unknown>[];
  const isBody = result.target === 'json';
  const message = describeFaults(isBody ? 'body' : 'address', issues);
  throw new RegistryRefusal('invalid', message, [], undefined, isBody ? faultsByName(issues) : {});
}

async function readBody(context: Context): Promise<unknown> {
  // The pattern of Hono's validator, which treats a body of any other type as empty.
  if (!/^application\/json(;\s*[\w-]+=[^;]+)*$/.test(context.req.header('content-type') ?? '')) {
    throw new RegistryRefusal('invalid', 'The body must be application/json.');
  }
  try {
    return await context.req.json<unknown>();
  } catch {
    throw new RegistryRefusal('invalid', 'The body is not JSON.');
  }
}

function describe(
  code: string,
  message: string,
  {
    problems = [],
    conflict,
    members = {},
  }: Partial<Pick<RegistryRefusal, 'problems' | 'conflict' | 'members'>> = {},
) {
  return {
    error: {
      ...{ code, message },
      ...(problems.length > 0 && { problems }),
      ...(conflict && { conflict }),
      ...(Object.keys(members).length > 0 && { members }),
    },
  };
}
