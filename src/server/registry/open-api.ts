import { type DescribeRouteOptions, type GenerateSpecOptions, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { HASH } from '#src/shared/operation-schemas.ts';
import type { Operation } from './operation.ts';

const CONTENT = v.nullable(HASH);
const MOVED_DOCUMENT = v.pipe(
  v.object({
    seen: CONTENT,
    now: CONTENT,
    yours: v.exactOptional(CONTENT),
    actor: v.exactOptional(v.string()),
    at: v.exactOptional(v.pipe(v.number(), v.integer())),
  }),
  v.description(
    'Hashes of the content that the change was based on, of the current content, and of the requested content.',
  ),
);

const PLACE = v.pipe(v.number(), v.integer(), v.minValue(1));
const PROBLEM = v.object({
  code: v.string(),
  severity: v.picklist(['error', 'warning']),
  file: v.string(),
  line: PLACE,
  column: PLACE,
  pointer: v.string(),
  message: v.string(),
});

const REFUSAL = v.pipe(
  v.object({
    error: v.object({
      code: v.string(),
      message: v.string(),
      conflict: v.exactOptional(
        v.pipe(
          v.object({
            revision: v.pipe(v.number(), v.integer(), v.description("The draft's.")),
            live: v.exactOptional(
              v.pipe(HASH, v.description('The release that went live, if that caused the conflict.')),
            ),
            documents: v.record(v.string(), MOVED_DOCUMENT),
          }),
          v.description('Changes that others made in the meantime.'),
        ),
      ),
      problems: v.exactOptional(
        v.pipe(v.array(PROBLEM), v.description('Problems of definitions, by position.')),
      ),
      members: v.exactOptional(
        v.pipe(
          v.record(v.string(), v.string()),
          v.description('What is wrong with each member of the body, by name.'),
        ),
      ),
    }),
  }),
  v.metadata({ ref: 'Refusal' }),
);

const REFUSALS: { readonly [status: string]: string } = {
  400: 'The request does not match its schema.',
  401: 'The token is missing or not valid any more.',
  403: 'The role of the account does not allow it, or a second person must approve it first.',
  404: 'It does not exist.',
  409: 'Another person has changed it meanwhile.',
  422: 'Definitions have errors, or matters of law without a reason.',
  423: 'A freeze: nothing may go live now.',
  429: 'Too many requests in a minute: retry later.',
};

/** The head of the document. `hono-openapi` adds the operations at the first request for the document. */
export function aboutApi(base: string): Partial<GenerateSpecOptions> {
  return {
    documentation: {
      info: {
        title: 'Capiz registry',
        version: '1',
        description: 'Drafts, releases, publishing, rollouts and the audit of an installation.',
      },
      servers: [{ url: base }],
      security: [{ staff: [] }],
      components: { securitySchemes: { staff: { type: 'http', scheme: 'bearer' } } },
    },
    // `REFUSALS` describes 400.
    defaultValidationErrorResponse: false,
  };
}

/** The parts of an operation that its schemas do not describe. */
export function describeOperation({ id, summary, may }: Operation): DescribeRouteOptions {
  return {
    operationId: id,
    summary,
    description: `Needs the permission "${may}".`,
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: resolver(REFUSAL) } } },
        ]),
      ),
    },
  };
}
