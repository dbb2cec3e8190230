import { HASH, type JsonSchema } from './operation-schemas.ts';
import type { Operation } from './operations.ts';

const CONTENT: JsonSchema = { oneOf: [HASH, { type: 'null' }] };
const MOVED_DOCUMENT: JsonSchema = {
  type: 'object',
  description:
    'Hashes of what the change was made from, of what it is now, and of what it should have become.',
  required: ['seen', 'now'],
  properties: {
    seen: CONTENT,
    now: CONTENT,
    yours: CONTENT,
    actor: { type: 'string' },
    at: { type: 'integer' },
  },
};

const REFUSAL: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        conflict: {
          type: 'object',
          description: 'What others have changed meanwhile.',
          required: ['revision', 'documents'],
          properties: {
            revision: { type: 'integer', description: "The draft's." },
            live: { ...HASH, description: 'What went live, where it is that which moved on.' },
            documents: { type: 'object', additionalProperties: MOVED_DOCUMENT },
          },
        },
        problems: {
          type: 'array',
          description: 'Of definitions, by position.',
          items: {
            type: 'object',
            required: ['code', 'severity', 'file', 'line', 'column', 'pointer', 'message'],
            properties: {
              code: { type: 'string' },
              severity: { enum: ['error', 'warning'] },
              file: { type: 'string' },
              line: { type: 'integer', minimum: 1 },
              column: { type: 'integer', minimum: 1 },
              pointer: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
};

const REFUSALS: { readonly [status: string]: string } = {
  400: 'The request is not what its schema says.',
  401: 'The token is missing or not good any more.',
  403: 'Their role does not allow it, or a second person must approve it first.',
  404: 'There is no such thing.',
  409: 'Somebody else was faster.',
  422: 'Definitions have errors, or matters of law without a reason.',
  423: 'Now nothing may go live.',
  429: 'Too often in a minute: later.',
};

/** The operations as an OpenAPI 3.1 document: the same schemas that requests are checked by. */
export function writeOpenApi(operations: readonly Operation[], base: string): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method] = writeOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Capiz registry',
      version: '1',
      description: 'Drafts, releases, publishing, rollouts and the audit of an installation.',
    },
    servers: [{ url: base }],
    security: [{ staff: [] }],
    paths,
    components: {
      securitySchemes: { staff: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: REFUSAL },
    },
  };
}

function writeOperation({ id, summary, may, params = {}, query = {}, body }: Operation): object {
  const parameter = (place: string) => (entry: [string, JsonSchema]) => {
    const [name, schema] = entry;
    return { name, in: place, required: place === 'path', schema };
  };
  return {
    operationId: id,
    summary,
    description: `Asks for the permission "${may}".`,
    parameters: [
      ...Object.entries(params).map(parameter('path')),
      ...Object.entries(query).map(parameter('query')),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  };
}
