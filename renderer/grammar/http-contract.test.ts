import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { planOf, problemsOf } from './testing.ts';

const TEXT = { type: 'string' };

/** A contract of an own endpoint, as a project has it. */
function remove(more: Json = {}): Json {
  return {
    $schema: '../endpoint.schema.json',
    name: 'remove',
    method: 'DELETE',
    path: '/books/{isbn}',
    encoding: 'query',
    client: 'json',
    safe: false,
    effect: { is: 'idempotent', reason: 'DELETE is idempotent.', lost: 'Check the list first.' },
    request: { type: 'object', required: ['isbn'], properties: { isbn: TEXT } },
    reply: 'none',
    ...more,
  };
}

function read(more: Json = {}): Json {
  const { effect: _, ...rest } = remove();
  return { ...rest, name: 'remove', method: 'GET', safe: true, ...more };
}

const checked = (contract: Json, screen: Json = {}) =>
  problemsOf(screen, { endpoints: { remove: contract } }).map((problem) =>
    problem.replace(/ ?schemas.*\.json/, ''),
  );
const codes = (contract: Json) => [
  ...new Set(checked(contract).map((text) => text.split('#')[0]?.split(' ')[0])),
];

const required = (properties: Json, path: readonly string[] = ['isbn']) => ({
  request: { type: 'object', required: path, properties },
});

describe('methods', () => {
  it('D19: PUT, PATCH and DELETE are accepted', () => {
    expect(checked(remove())).toEqual([]);
    expect(checked(remove({ method: 'PUT', encoding: 'json' }))).toEqual([]);
    expect(checked(remove({ method: 'PATCH', encoding: 'json' }))).toEqual([]);
  });
  it.each([
    ['a safe PUT', remove({ method: 'PUT', safe: true, effect: undefined })],
    ['a DELETE that only counts', remove({ effect: { is: 'counting', reason: 'It only counts.' } })],
    ['a DELETE without effect and key', remove({ effect: undefined })],
    ['a DELETE with a body', remove({ encoding: 'json' })],
    ['a picture that is loaded by another method than GET', remove({ reply: 'image' })],
  ])('refuses %s', (_, contract) => {
    expect(codes(contract)).toContain('endpoint/method');
  });
});

it('refuses a header of its own in a call with an idempotency key, which is repeated with the same body alone', () => {
  const keyed = { effect: undefined, keyed: true, once: { never: 'Each removal is its own.' } };
  expect(codes(remove(keyed))).toEqual([]);
  expect(codes(remove({ ...keyed, headers: { 'X-Reason': 'x' } }))).toEqual(['endpoint/header']);
  const reason = { isbn: TEXT, reason: { ...TEXT, in: 'header', wire: 'X-Reason' } };
  expect(codes(remove({ ...keyed, ...required(reason) }))).toEqual(['endpoint/header']);
});

it.each(['Cache-Control', 'Access-Control-Allow-Origin', 'Clear-Site-Data', 'Vary'])(
  'refuses to read the response header %s, which the server sets itself',
  (header) => {
    const reply = { type: 'object', properties: { one: { ...TEXT, header } } };
    expect(codes(read({ reply }))).toEqual(['endpoint/reply-header']);
  },
);

it.each([
  [
    'an answer without a body where "success" reads one',
    { success: { at: '/ok', is: ['true'] }, replies: { '200': 'none' } },
  ],
  ['an absent thing for a status that says something else', { replies: { '409': 'absent' } }],
])('refuses %s', (_, more) => {
  expect(codes(remove(more))).toEqual(['endpoint/replies']);
});

describe('path parameters', () => {
  it('D20: a name in the path is a required text or whole number of the request', () => {
    expect(checked(read())).toEqual([]);
    expect(checked(read(required({ isbn: { type: 'integer' } })))).toEqual([]);
  });
  it.each([
    ['an unknown member', read({ path: '/books/{id}' })],
    ['an optional member', read(required({ isbn: TEXT }, []))],
    ['a boolean', read(required({ isbn: { type: 'boolean' } }))],
    ['an amount', read(required({ isbn: { type: 'integer', 'x-unit': 'minor' } }))],
    ['a member that is sent twice', read(required({ isbn: { ...TEXT, in: 'query' } }))],
    ['a name twice', read({ path: '/books/{isbn}/{isbn}' })],
  ])('refuses %s', (_, contract) => {
    expect(codes(contract)).toContain('endpoint/path-member');
  });
  it.each(['/{isbn}', '/books/{isbn}.json', '/books/{is-bn}', '/books/${request.isbn}'])(
    'refuses %s',
    (path) => {
      expect(codes(read({ path }))).toContain('endpoint/path');
    },
  );
  it('S34: the plan names the paths of other contracts that a value could lead to', () => {
    const fixed = (name: string, path: string) =>
      [name, read({ name, path, ...required({}, []), reply: { type: 'object', properties: {} } })] as const;
    const endpoints = Object.fromEntries([
      ['remove', read({ reply: { type: 'object', properties: {} } })] as const,
      fixed('newest', '/books/newest'),
      fixed('deep', '/books/newest/pages'),
      fixed('far', '/maps/newest'),
    ]);
    const plan = planOf(
      { data: { found: { endpoint: 'remove', with: { isbn: '1' } } }, body: [] },
      { endpoints },
    );
    expect(plan.endpoints['remove']?.http?.others).toEqual(['/books/newest']);
  });
  it('refuses two contracts with the same calls', () => {
    const other = { ...read({ path: '/books/{id}' }), name: 'other', ...required({ id: TEXT }, ['id']) };
    const problems = problemsOf({}, { endpoints: { remove: read(), other } });
    expect(problems.join()).toContain('endpoint/taken-path');
  });
});

describe('headers', () => {
  it('D21: a contract sends headers from request, session and configuration', () => {
    const headers = { 'If-Match': '${request.etag}', 'X-Region': 'north' };
    expect(
      checked(
        remove({ headers, ...required({ isbn: TEXT, etag: { ...TEXT, in: 'header', wire: 'X-Tag' } }) }),
      ),
    ).toEqual([]);
  });
  it.each([
    'Authorization',
    'Cookie',
    'Host',
    'Content-Type',
    'Proxy-Authorization',
    'X-Api-Key',
    'X-Auth-Token',
    'X-Forwarded-For',
    'Capiz-Wish',
    'Idempotency-Key',
    'Transfer-Encoding',
    'Client-Secret',
  ])('refuses %s', (name) => {
    expect(codes(remove({ headers: { [name]: 'a' } }))).toContain('endpoint/header');
    const member = { [name.replaceAll('-', '')]: { ...TEXT, in: 'header', wire: name } };
    expect(codes(remove(required({ isbn: TEXT, ...member })))).toContain('endpoint/header');
  });
  it('refuses a reply that reads a cookie, and a required header', () => {
    const reply = (header: string, more: Json = {}) => ({
      reply: { type: 'object', properties: { etag: { ...TEXT, header } }, ...more },
    });
    expect(checked(read(reply('ETag')))).toEqual([]);
    expect(codes(read(reply('Set-Cookie')))).toContain('endpoint/reply-header');
    expect(codes(read(reply('ETag', { required: ['etag'] })))).toContain('endpoint/reply-header');
  });
});

describe('statuses', () => {
  it('D22: a contract says what a status means', () => {
    const replies = { '201': 'same', '204': 'none', '404': 'absent', '409': { code: 'conflict' } };
    expect(checked(remove({ replies }))).toEqual([]);
  });
  it.each([
    { '404': 'same' },
    { '200': 'absent' },
    { '200': { code: 'a' } },
    { '401': 'absent' },
    { '429': { code: 'a' } },
  ])('refuses %j', (replies) => {
    expect(codes(remove({ replies }))).toContain('endpoint/replies');
  });
  it('refuses that a call that is not idempotent ends well without a thing', () => {
    const replies = { '404': 'absent' };
    expect(codes(remove({ method: 'PATCH', encoding: 'json', replies }))).toContain('endpoint/replies');
  });
  it('a result that may be absent is absent for the checker', () => {
    const reply = { type: 'object', required: ['name'], properties: { name: TEXT } };
    const screen = {
      data: { one: { endpoint: 'remove', with: { isbn: '1' } } },
      body: [{ type: 'text', text: '${data.one.name}' }],
    };
    expect(checked(read({ reply }), screen)).toEqual([]);
    expect(checked(read({ reply, replies: { '404': 'absent' } }), screen).join()).toContain('absent');
  });
});

describe('the whole answer', () => {
  const TAGS = { type: 'array', wire: '', items: TEXT };
  const reply = (properties: Json, more: Json = {}) =>
    read({ path: '/books', ...required({}, []), reply: { type: 'object', properties, ...more } });

  it('D28: is a list, a map or a scalar, beside response headers', () => {
    expect(checked(reply({ tags: TAGS }))).toEqual([]);
    expect(checked(reply({ tags: TAGS, total: { type: 'integer', header: 'X-Total-Count' } }))).toEqual([]);
    expect(checked(reply({ counts: { type: 'object', wire: '', additionalProperties: TEXT } }))).toEqual([]);
  });
  it.each([
    ['beside another member of the body', reply({ tags: TAGS, total: TEXT })],
    ['beside another whole answer', reply({ tags: TAGS, others: TAGS })],
    ['as a record', reply({ all: { type: 'object', wire: '', properties: { a: TEXT } } })],
    ['with "at"', reply({ tags: TAGS }, { at: '/data' })],
    ['with "success"', { ...reply({ tags: TAGS }), success: { at: '/ok', is: ['true'] } }],
  ])('refuses it %s', (_, contract) => {
    expect(codes(contract)).toEqual(['endpoint/whole-answer']);
  });
  it('refuses it inside a record', () => {
    const inner = { type: 'object', properties: { tags: TAGS } };
    expect(codes(reply({ inner }))).toEqual(['type/contradiction']);
  });
});

describe('the plan', () => {
  const plan = (contract: Json) =>
    planOf(
      { data: { one: { endpoint: 'remove', with: { isbn: '1' } } } },
      { endpoints: { remove: contract } },
    );
  it('needs grammar 5 and more code, for such contracts only', () => {
    expect(plan(read())).toMatchObject({ grammar: 5, uses: { rare: true } });
    const common = plan(read({ path: '/books' }));
    expect(common.grammar).toBeLessThan(5);
    expect([common.uses.rare, common.endpoints['remove']?.http]).toEqual([undefined, undefined]);
  });
  it('names the member that is the whole answer', () => {
    const tags = { type: 'array', wire: '', items: TEXT };
    const { grammar, endpoints } = plan(
      read({ path: '/books', reply: { type: 'object', properties: { tags } } }),
    );
    expect(grammar).toBe(5);
    expect(endpoints['remove']).toMatchObject({
      reply: { members: [{ name: 'tags', wire: '/tags' }] },
      http: { whole: 'tags' },
    });
  });
  it('has headers, and the members that they give only there', () => {
    const contract = read({
      headers: { 'X-Region': 'north' },
      ...required({
        isbn: TEXT,
        tag: { ...TEXT, in: 'header', wire: 'X-Tag' },
        full: { ...TEXT, in: 'query' },
      }),
      reply: { type: 'object', properties: { etag: { ...TEXT, header: 'ETag' }, name: TEXT } },
    });
    expect(plan(contract).endpoints['remove']).toMatchObject({
      request: [{ name: 'isbn' }, { name: 'tag', none: true }, { name: 'full' }],
      reply: { members: [{ name: 'name' }] },
      http: {
        path: ['isbn'],
        query: ['full'],
        headers: { 'X-Region': 'north', 'X-Tag': ['get', 'request', 'tag'] },
        heard: [{ name: 'etag', header: 'ETag', shape: { type: 'text' } }],
      },
    });
  });
});
