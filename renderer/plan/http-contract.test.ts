import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from './build-request.ts';
import { Failure, type Value } from './expression.ts';
import { buildHttpRequest, readHttpReply } from './http-contract.ts';
import type { EndpointPlan, HttpPlan, Shape } from './plan.ts';

const base: EndpointPlan = {
  name: 'book',
  method: 'PUT',
  path: '/books/{id}',
  encoding: 'json',
  headers: [],
  safe: false,
  keyed: false,
  timeoutMs: 60_000,
  request: [
    { name: 'id', wire: 'id' },
    { name: 'title', wire: 'title' },
  ],
  error: { message: '/detail', code: '/code' },
  reply: {
    type: 'record',
    members: [{ name: 'title', wire: '/title', shape: { type: 'text' }, required: true }],
  },
  http: { path: ['id'] },
};
const context: RequestContext = { session: { region: 'north' }, config: {} };
const build = (request: { readonly [name: string]: Value }, http: HttpPlan = {}) =>
  buildHttpRequest({ ...base, http: { path: ['id'], ...http } }, request, context);

describe('path parameters', () => {
  it('S34: a value never leads to another contract', () => {
    const others = ['/books/new', '/books/a+b', '/Books/{id}/pages'];
    for (const id of ['new', 'NEW', 'a+b']) expect(build({ id }, { others })).toEqual(new Failure('value'));
    for (const id of ['newer', 'old'])
      expect(build({ id }, { others })).toMatchObject({ url: `/books/${id}` });
    const pages = (id: string) =>
      buildHttpRequest({ ...base, path: '/{id}/new/pages', http: { path: ['id'], others } }, { id }, context);
    expect(pages('books')).toEqual(new Failure('value'));
    expect(pages('maps')).toMatchObject({ url: '/maps/new/pages' });
  });

  it('S29: a member in the path is one encoded segment, and is sent only there', () => {
    expect(build({ id: 'a b?c#dé', title: 'T' })).toMatchObject({
      method: 'PUT',
      url: '/books/a%20b%3Fc%23d%C3%A9',
      body: '{"title":"T"}',
    });
    expect(build({ id: 42 })).toMatchObject({ url: '/books/42' });
  });

  it.each([
    '',
    '.',
    '..',
    'a/b',
    '../x',
    'a\\b',
    '%2e%2e',
    'a%2Fb',
    'a\r\nb',
    '\u0000',
    '\ud800',
    '..;',
    ';x',
  ])('refuses %j before sending', (id) => {
    expect(build({ id })).toEqual(new Failure('value'));
  });

  it('keeps all members of a call that is sent in the query', () => {
    const endpoint = { ...base, method: 'GET' as const, encoding: 'query' as const };
    const http = { path: ['id'], query: ['title'] };
    const more = { name: 'year', wire: 'year' };
    const built = buildHttpRequest(
      { ...endpoint, request: [...endpoint.request, more], http },
      { id: 'a', title: 'T', year: 1815 },
      context,
    );
    expect(built).toMatchObject({ url: '/books/a?title=T&year=1815' });
  });

  it('refuses an absent value', () => {
    expect(build({ title: 'T' })).toEqual(new Failure('value'));
  });

  it('no text leads to another path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (id) => {
        const built = build({ id });
        if (built instanceof Failure) return;
        const { pathname, search, hash } = new URL(built.url, 'https://x.example');
        expect(pathname.split('/')).toHaveLength(3);
        expect([pathname.startsWith('/books/'), search, hash]).toEqual([true, '', '']);
        expect(decodeURIComponent(pathname.slice('/books/'.length))).toBe(id);
      }),
    );
  });
});

describe('members of the query and headers', () => {
  const request = [...base.request, { name: 'dryRun', wire: 'dry_run' }];
  it('a member of the query is not in the body', () => {
    const plan = { ...base, request, http: { path: ['id'], query: ['dryRun'] } };
    expect(buildHttpRequest(plan, { id: 'a', title: 'T', dryRun: true }, context)).toMatchObject({
      url: '/books/a?dry_run=true',
      body: '{"title":"T"}',
    });
  });

  it('S30: a header is computed from request and session; an empty one is not sent', () => {
    const headers = {
      'If-Match': ['get', 'request', 'etag'],
      'X-Region': ['get', 'session', 'region'],
    } as const satisfies HttpPlan['headers'];
    expect(build({ id: 'a', etag: '"v1"' }, { headers })).toMatchObject({
      headers: { 'If-Match': '"v1"', 'X-Region': 'north' },
    });
    expect(build({ id: 'a' }, { headers })).not.toHaveProperty(['headers', 'If-Match']);
  });

  it('no text adds a header or changes another', () => {
    const headers = { 'If-Match': ['get', 'request', 'etag'] } as const satisfies HttpPlan['headers'];
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a\r\nB: c', 'é', ' x')),
        (etag) => {
          const built = build({ id: 'a', etag }, { headers });
          if (built instanceof Failure) {
            expect(built.reason).toBe('value');
            return;
          }
          const sent = built.headers['If-Match'];
          expect(sent).toBe(etag === '' ? undefined : etag);
          // The platform sends it unchanged.
          if (sent !== undefined) expect(new Headers({ 'If-Match': sent }).get('if-match')).toBe(etag);
        },
      ),
    );
  });
});

describe('answers', () => {
  const read = (http: HttpPlan, status: number, body: string, headers: { [name: string]: string } = {}) =>
    readHttpReply({ ...base, http }, status, body, (name) => headers[name] ?? null);
  const replies = { '204': 'none', '404': 'absent', '409': { code: 'conflict' } } as const;

  it('S31: a status means what the contract says', () => {
    expect(read({ replies }, 204, '')).toEqual({ ok: true, drops: [] });
    expect(read({ replies }, 404, 'no')).toEqual({ ok: true, drops: [] });
    expect(read({ replies }, 409, '{"detail":"Changed."}')).toMatchObject({
      ok: false,
      error: { kind: 'business', code: 'conflict', message: 'Changed.' },
    });
    expect(read({ replies }, 409, '')).toMatchObject({
      ok: false,
      error: { kind: 'business', code: 'conflict' },
    });
  });

  it('another status means what it means without it', () => {
    expect(read({ replies }, 200, '{"title":"T"}')).toMatchObject({ ok: true, value: { title: 'T' } });
    expect(read({ replies }, 200, '')).toMatchObject({ ok: false, error: { kind: 'invalid-reply' } });
    expect(read({ replies }, 410, '')).toMatchObject({ ok: false, error: { kind: 'server' } });
    expect(read({ replies }, 500, '')).toMatchObject({ ok: false, error: { kind: 'server' } });
    expect(read({ replies }, 401, '')).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });

  it('a member of the reply has the value of a response header, or is absent', () => {
    const heard = [{ name: 'etag', header: 'ETag', shape: { type: 'text' } }] as const;
    expect(read({ heard }, 200, '{"title":"T"}', { ETag: '"v1"' })).toMatchObject({
      ok: true,
      value: { title: 'T', etag: '"v1"' },
    });
    expect(read({ heard }, 200, '{"title":"T","etag":"body"}')).toMatchObject({ value: { title: 'T' } });
  });
});

describe('a member that is the whole answer', () => {
  const reply: Shape = {
    type: 'record',
    members: [
      { name: 'tags', wire: '/tags', required: true, shape: { type: 'list', items: { type: 'text' } } },
    ],
  };
  const read = (status: number, body: string) =>
    readHttpReply({ ...base, reply, http: { whole: 'tags' } }, status, body);

  it('S40: has the body of a success, and a failure is read as always', () => {
    expect(read(200, '["a","b"]')).toMatchObject({ ok: true, value: { tags: ['a', 'b'] } });
    expect(read(200, '[]')).toMatchObject({ ok: true, value: { tags: [] } });
    expect(read(400, '{"detail":"No."}')).toMatchObject({
      ok: false,
      error: { kind: 'business', message: 'No.' },
    });
  });
  it.each([
    ['a record', '{"tags":["a"]}'],
    ['null', 'null'],
    ['no JSON', '<html>'],
    ['more than JSON', '["a"],"tags":["b"]'],
    ['an item of another type', '[{}]'],
    ['nothing', ''],
  ])('is not valid for %s', (_, body) => {
    expect(read(200, body)).toMatchObject({ ok: false, error: { kind: 'invalid-reply' } });
  });
});

describe('F11: messages at fields', () => {
  const read = (as: 'map' | 'lists' | 'pointers', errors: unknown) =>
    readHttpReply(
      { ...base, http: { fields: { at: '/errors', as } } },
      422,
      JSON.stringify({ detail: 'No.', errors }),
    );

  it('are a map', () => {
    expect(read('map', { title: 'Too short' })).toMatchObject({ fields: { title: 'Too short' } });
  });
  it('are lists, of which the first is shown', () => {
    expect(read('lists', { title: ['Too short', 'Odd'], id: [] })).toMatchObject({
      fields: { title: 'Too short' },
    });
  });
  it('are objects with JSON Pointers', () => {
    const errors = [
      { pointer: '#/title', detail: 'Too short' },
      { pointer: '/title', detail: 'Second' },
      { pointer: '/a~1b', detail: 'Odd' },
      { detail: 'nowhere' },
    ];
    expect(read('pointers', errors)).toMatchObject({ fields: { title: 'Too short', 'a/b': 'Odd' } });
  });
  it('ignores another shape', () => {
    for (const as of ['map', 'lists', 'pointers'] as const) {
      for (const errors of [null, 'text', 4, [[1]], { __proto__: 'x' }]) {
        expect(read(as, errors)).toMatchObject({ ok: false, error: { kind: 'business' } });
      }
    }
  });
});
