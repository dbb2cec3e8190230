import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importOpenapi } from '../import/openapi/import-openapi.ts';
import { runIn } from '../testing.ts';

const LIBRARY = readFileSync('fixtures/import/openapi/library.yaml', 'utf8');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-openapi-'));
  writeFileSync(join(folder, 'library.yaml'), LIBRARY);
});
afterEach(() => rmSync(folder, { recursive: true }));

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

it('writes a contract and an example of the answer for each operation', async () => {
  const { code, out, err } = await runIn(folder, 'import', 'library.yaml', '--out', '.');
  expect(code).toBe(1);
  expect(out).toContain('carried   GET /books  list-books');
  expect(out).toContain('left out  TRACE /covers  trace-covers');
  expect(err).toContain('wrote schemas/api/list-books.endpoint.json');
  expect(readJson('schemas/api/list-books.endpoint.json')).toMatchObject({
    name: 'list-books',
    ...{ method: 'GET', path: '/books', encoding: 'query', safe: true },
    request: { properties: { page_size: { type: 'integer', wire: 'page-size' } } },
    error: { code: '/type', message: '/detail' },
    reply: {
      required: ['constructor_', 'items'],
      properties: {
        constructor_: { type: 'string', wire: '/constructor' },
        items: {
          items: {
            required: ['title', 'kind'],
            properties: {
              id: { type: 'integer' },
              kind: { type: 'string', known: ['novel', 'poem'] },
              printed: { type: 'string', format: 'date' },
              price: { type: 'number' },
              x_y: { type: 'string', wire: '/x~1y' },
            },
          },
        },
      },
    },
  });
  expect(readJson('fixtures/api/list-books/standard.json')).toMatchObject({ items: [{ title: 'Emma' }] });
});

it('carries a list that is the whole answer, with the first example that fits', async () => {
  const { err } = await runIn(folder, 'import', 'library.yaml', '--path', '/authors', '--out', '.');
  expect(err).toContain('The whole answer is the member "items" of the reply.');
  expect(readJson('schemas/api/get-authors.endpoint.json')).toMatchObject({
    reply: {
      required: ['items'],
      properties: { items: { type: 'array', wire: '', items: { required: ['name'] } } },
    },
  });
  expect(readJson('fixtures/api/get-authors/standard.json')).toEqual({
    items: [
      { name: 'Jane Austen', born: 1775 },
      { name: 'Mary Shelley', born: 1797 },
    ],
  });
});

it('leaves members that only the service writes out of a request, and sends a required null', async () => {
  await runIn(folder, 'import', 'library.yaml', '--operation', 'addBook', '--out', '.');
  const { request } = readJson('schemas/api/add-book.endpoint.json') as { request: { properties: object } };
  expect(request.properties).not.toHaveProperty('id');
  expect(request.properties).toMatchObject({ subtitle: { type: 'string', absent: 'null' } });
  expect(existsSync(join(folder, 'schemas/api/list-books.endpoint.json'))).toBe(false);
});

it.each([
  ['a cookie', '/paths/~1books/get/parameters/2', 'The page sends no cookies of its own.'],
  [
    'a list in the address',
    '/paths/~1books/get/parameters/1',
    'A contract sends one value for each name in an address: a list is neither repeated (`explode`) nor joined. A member of type string can carry a joined list.',
  ],
  [
    'a record that contains itself',
    '/components/schemas/Book/properties/sequel',
    'It contains itself; it is cut here.',
  ],
  [
    'a reference to another file',
    '/components/schemas/Book/properties/other/$ref',
    '"other.yaml#/Book" is in another document, which is not read.',
  ],
])('reports %s with its place', (_, pointer, why) => {
  const imported = importOpenapi(LIBRARY, {});
  if ('message' in imported) throw new Error(imported.message);
  const found = imported.findings.find((one) => one.pointer === pointer);
  expect(found).toMatchObject({ kind: 'not-carried', why });
  expect(found?.line).toBeGreaterThan(1);
});

it('asks a person for amounts, secrets and the effect of a call, and names the server', () => {
  const imported = importOpenapi(LIBRARY, {});
  if ('message' in imported) throw new Error(imported.message);
  const asked = imported.findings.filter(({ kind }) => kind !== 'not-carried').map(({ pointer }) => pointer);
  expect(asked).toEqual([
    '/components/schemas/Book/properties/price',
    '/paths/~1books/post',
    '/paths/~1authors/get/responses/200/content/application~1json/schema',
    '/servers/0',
    '/components/securitySchemes/token',
  ]);
});

it('carries documented failures as codes, unless the service sends codes of its own', () => {
  const found = (get: object, put: object) =>
    importOpenapi(JSON.stringify({ openapi: '3.1.0', paths: { '/loans': { get, put } } }), {});
  const body = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const ok = body({ id: { type: 'string' } });
  const failure = body({ message: { type: 'string' } });
  const imported = found(
    { responses: { 200: ok, 404: failure, 401: failure, 503: failure } },
    { responses: { 200: ok, 204: {}, 404: failure, 409: failure, 412: {} } },
  );
  if ('message' in imported) throw new Error(imported.message);
  const endpoints = imported.operations.map(({ converted }) => converted?.endpoint);
  expect(endpoints.map((one) => [one?.['replies'], one?.['error']])).toEqual([
    [{ 404: { code: 'not-found' } }, { message: '/message' }],
    [
      {
        204: 'none',
        404: { code: 'not-found' },
        409: { code: 'conflict' },
        412: { code: 'precondition-failed' },
      },
      { message: '/message' },
    ],
  ]);
  expect(
    imported.findings.filter(({ why }) => why.includes('"absent"')).map(({ pointer }) => pointer),
  ).toEqual(['/paths/~1loans/get/responses/404']);

  const own = found({ responses: { 200: ok, 404: body({ code: { type: 'string' } }) } }, {});
  if ('message' in own) throw new Error(own.message);
  expect(own.operations[0]?.converted?.endpoint).not.toHaveProperty('replies');
});

it.each([
  [
    'a list in the query',
    { parameters: [{ name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } }] },
    'neither repeated',
  ],
  [
    'a record in the query',
    {
      parameters: [
        { name: 'by', in: 'query', schema: { type: 'object', properties: { a: { type: 'string' } } } },
      ],
    },
    'no record',
  ],
])('says why it does not carry %s', (_, get, why) => {
  const imported = importOpenapi(JSON.stringify({ openapi: '3.1.0', paths: { '/loans': { get } } }), {});
  if ('message' in imported) throw new Error(imported.message);
  expect(imported.findings).toContainEqual(
    expect.objectContaining({ kind: 'not-carried', why: expect.stringContaining(why) as string }),
  );
});

it('says that HEAD has no body', () => {
  const imported = importOpenapi(JSON.stringify({ openapi: '3.1.0', paths: { '/loans': { head: {} } } }), {});
  if ('message' in imported) throw new Error(imported.message);
  expect(imported.findings[0]?.why).toContain('The answer of HEAD has no body');
});

it('writes nothing with --dry-run, or if a file exists', async () => {
  const { err } = await runIn(folder, 'import', 'library.yaml', '--out', '.', '--dry-run');
  expect(err).toContain('would write schemas/api/add-book.endpoint.json');
  expect(readdirSync(folder)).toEqual(['library.yaml']);
  await runIn(folder, 'import', 'library.yaml', '--operation', 'add-book', '--out', '.');
  const again = await runIn(folder, 'import', 'library.yaml', '--out', '.');
  expect(again.code).toBe(2);
  expect(existsSync(join(folder, 'schemas/api/list-books.endpoint.json'))).toBe(false);
});

it.each([
  ['an older version', 'swagger: "2.0"\npaths: {}'],
  ['no YAML', 'openapi: [3.0.0'],
  [
    'too many aliases',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefg'.replaceAll(/./g, (one) => `${one}: &${one} [${`*${String.fromCharCode(one.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
  ],
  ['deep nesting', `openapi: ${'['.repeat(100_000)}`],
])('refuses %s', async (_, text) => {
  writeFileSync(join(folder, 'bad.yaml'), text);
  const { code, err } = await runIn(folder, 'import', 'bad.yaml');
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('bad.yaml:') });
});

it('imports every generated description, and names its contracts by plain names', () => {
  const word = fc.constantFrom('a', '../../x', '__proto__', 'constructor', '{id}', 'é', '$' + '{x}', '1', '');
  const schema = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.record({ type: fc.constantFrom('string', 'integer', 'object', 'array', 'null', 7) }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(word, tie('any')),
        required: fc.array(word),
      }),
      fc.record({ type: fc.constant('array'), items: tie('any') }),
      fc.record({ allOf: fc.array(tie('any'), { maxLength: 2 }) }),
      fc.constantFrom({ $ref: '#/components/schemas/S' }, { $ref: '#/%' }, true, null),
    ),
  })).any;
  const media = schema.map((one) => ({ content: { 'application/json': { schema: one } } }));
  const operation = fc.record({
    operationId: word,
    parameters: fc.array(fc.record({ name: word, in: fc.constantFrom('query', 'path', 'header'), schema })),
    requestBody: media,
    responses: fc.dictionary(fc.constantFrom('200', '204', '404', 'default'), media),
  });
  const paths = fc.dictionary(
    word.map((one) => `/${one}`),
    fc.record({ get: operation, post: operation }),
  );
  fc.assert(
    fc.property(paths, schema, (all, S) => {
      const text = JSON.stringify({ openapi: '3.1.0', paths: all, components: { schemas: { S } } });
      const imported = importOpenapi(text, {});
      if ('message' in imported) throw new Error(imported.message);
      for (const { operation: one } of imported.operations)
        expect(one.name).toMatch(/^[a-z][a-z0-9-]{0,63}$/);
      const left = imported.operations.filter(({ converted }) => converted === undefined);
      if (left.length > 0) expect(imported.findings.some(({ kind }) => kind === 'not-carried')).toBe(true);
    }),
    { numRuns: 60 },
  );
});
