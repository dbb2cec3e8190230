import { randomUUID } from 'node:crypto';
import Ajv from 'ajv/dist/2020.js';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from './database.ts';
import { type RefusalCode, RegistryRefusal } from './failures.ts';
import { writeOpenApi } from './open-api.ts';
import type { JsonSchema } from './operation-schemas.ts';
import { type Call, type Operation, OPERATIONS } from './operations.ts';
import { isStaff } from './token.ts';

export const API_ADDRESS = '/capiz/api/v1';
export const OPEN_API_ADDRESS = '/capiz/api/openapi.json';

export interface RegistryApiOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId?: () => string;
  /** A change has been made: what is served may be another before it is answered. */
  readonly afterChange: () => Promise<unknown>;
}

const STATUS: { readonly [code in RefusalCode]: 403 | 404 | 409 | 400 | 422 | 423 } = {
  unknown: 404,
  conflict: 409,
  invalid: 400,
  problems: 422,
  approval: 403,
  frozen: 423,
  readers: 409,
};

/** Who does it: stands in the audit. Until people sign in by themselves the one token speaks for all of them. */
const ACTOR = /^[\w.@+-]{1,64}$/;
const DOCUMENT_BYTES = 1024 * 1024;

/**
 * Everything that changes what borrowers get, as HTTP. Every route stands in `OPERATIONS` and in the OpenAPI
 * document made of it; without the staff token nothing is answered but that document.
 */
export function createRegistryApi(options: RegistryApiOptions): Hono {
  const app = new Hono();
  app.get(OPEN_API_ADDRESS, () => Response.json(writeOpenApi(OPERATIONS, API_ADDRESS)));
  app.use(`${API_ADDRESS}/*`, async (context, next) => {
    context.header('Cache-Control', 'no-store');
    if (await isStaff(options.database, context.req.header('authorization'))) return next();
    return context.json(describe('unauthorized', 'The staff token is missing or wrong.'), 401);
  });
  const ajv = new Ajv({ allErrors: true, strict: true, formats: {} });
  for (const operation of OPERATIONS) addOperation(app, operation, ajv, options);
  app.all(`${API_ADDRESS}/*`, (context) => context.json(describe('unknown', 'There is no such route.'), 404));
  return app;
}

function addOperation(
  app: Hono,
  operation: Operation,
  ajv: Ajv,
  { database, now, newId = randomUUID, afterChange }: RegistryApiOptions,
): void {
  const { method, path, params = {}, query = {}, body, largest = DOCUMENT_BYTES } = operation;
  const checks = { params: checker(ajv, params), query: checker(ajv, query) };
  const checkBody = body === undefined ? undefined : ajv.compile(body);
  const route = API_ADDRESS + path.replace(/\{(\w+)\}/g, ':$1');
  app.on(method.toUpperCase(), route, bodyLimit({ maxSize: largest }), async (context) => {
    try {
      const given = { params: context.req.param(), query: context.req.query() };
      demand(checks.params(given.params) ?? checks.query(given.query));
      const call: Call = {
        database,
        act: { actor: readActor(context, method), at: now() },
        newId,
        params: given.params,
        query: given.query,
        body: checkBody === undefined ? undefined : await readBody(context),
      };
      if (checkBody?.(call.body) === false) demand(ajv.errorsText(checkBody.errors, { dataVar: 'body' }));
      const answer = await operation.run(call);
      if (method !== 'get') await afterChange();
      return context.json(answer as object);
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      const { code, message, problems } = error;
      return context.json(describe(code, message, problems), STATUS[code]);
    }
  });
}

/** The members of a path or a query, each by its schema; unknown ones are refused. */
function checker(ajv: Ajv, schemas: { readonly [name: string]: JsonSchema }) {
  const check = ajv.compile({ type: 'object', additionalProperties: false, properties: schemas });
  return (values: object): string | undefined =>
    check(values) ? undefined : ajv.errorsText(check.errors, { dataVar: 'parameters' });
}

function demand(fault: string | undefined): void {
  if (fault !== undefined) throw new RegistryRefusal('invalid', fault);
}

function readActor(context: Context, method: string): string {
  const actor = context.req.header('x-capiz-actor') ?? '';
  if (method !== 'get' && !ACTOR.test(actor)) {
    throw new RegistryRefusal('invalid', 'The header X-Capiz-Actor must say who does it.');
  }
  return actor;
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

function describe(code: string, message: string, problems: RegistryRefusal['problems'] = []) {
  return { error: { code, message, ...(problems.length > 0 && { problems }) } };
}
