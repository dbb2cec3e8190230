import { describe, expect, it } from 'vitest';
import { buildRequest, type RequestContext } from './build-request.ts';
import { Failure, type Value } from './expression.ts';
import type { EndpointPlan } from './plan.ts';

const base: EndpointPlan = {
  name: 'return-book',
  method: 'POST',
  path: '/books/return',
  encoding: 'form',
  headers: ['swift', 'eyes'],
  safe: false,
  keyed: true,
  timeoutMs: 60_000,
  request: [
    { name: 'bookId', wire: 'book_id' },
    { name: 'fine', wire: 'fine' },
  ],
  reply: { type: 'record', members: [] },
};
const context: RequestContext = { session: { userId: 'u 1', swift: 'ab' }, config: {} };
const XHR = { 'X-Requested-With': 'XMLHttpRequest', swift: 'ab', eyes: '' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const build = (
  plan: Partial<EndpointPlan>,
  request: { readonly [name: string]: Value | undefined } = {},
  more: Partial<RequestContext> = {},
) => buildRequest({ ...base, ...plan }, request, { ...context, ...more });

describe('encodings', () => {
  it('form: texts unchanged, numbers as digits, by wire names, in the order of the contract', () => {
    expect(build({}, { fine: 1250, bookId: 'a&b=ñ' })).toEqual({
      method: 'POST',
      url: '/books/return',
      headers: { ...XHR, ...FORM },
      body: 'book_id=a%26b%3D%C3%B1&fine=1250',
    });
  });
  it('query: no body, also of a POST', () => {
    expect(build({ encoding: 'query' }, { bookId: '7', fine: 0 })).toEqual({
      method: 'POST',
      url: '/books/return?book_id=7&fine=0',
      headers: XHR,
    });
  });
  it('a GET has no body', () => {
    expect(build({ method: 'GET' }, { bookId: true })).toEqual({
      method: 'GET',
      url: '/books/return?book_id=true',
      headers: XHR,
    });
  });
  it('json keeps types', () => {
    expect(build({ encoding: 'json' }, { bookId: '7', fine: 5 })).toMatchObject({
      headers: { ...XHR, 'Content-Type': 'application/json' },
      body: '{"book_id":"7","fine":5}',
    });
  });
  it('multipart: texts are parts, without the file and the content type, which the browser adds', () => {
    const request = [...base.request, { name: 'cover', wire: 'cover', file: true as const }];
    expect(build({ encoding: 'multipart', request }, { bookId: '7', fine: 5, cover: 'x' })).toEqual({
      method: 'POST',
      url: '/books/return',
      headers: XHR,
      parts: [
        ['book_id', '7'],
        ['fine', '5'],
      ],
    });
  });
  it('an empty form is an empty body', () => expect(build({}, {})).toMatchObject({ body: '' }));
  it('the same inputs give the same bytes', () => {
    const once = JSON.stringify(build({}, { bookId: '7', fine: 5 }, { key: 'k' }));
    expect(JSON.stringify(build({}, { fine: 5, bookId: '7' }, { key: 'k' }))).toBe(once);
  });
});

describe('headers', () => {
  it('carry the idempotency key only when there is one', () => {
    expect(build({}, {}, { key: 'k-1' })).toMatchObject({ headers: { 'Idempotency-Key': 'k-1' } });
    expect(build({})).not.toHaveProperty(['headers', 'Idempotency-Key']);
  });
  it('cannot be split or broken by a parameter', () => {
    const session = { swift: 'a\r\nX-Evil: 1', eyes: 'ñ😀' };
    expect(build({}, {}, { session })).toMatchObject({ headers: { swift: 'aX-Evil: 1', eyes: '' } });
  });
});

describe('absent members are only sent if the contract says how', () => {
  const request = [
    { name: 'a', wire: 'a' },
    { name: 'b', wire: 'b', absent: 'null' as const },
    { name: 'c', wire: 'c', absent: 'empty' as const },
    { name: 'd', wire: 'none', none: true as const },
  ];
  it('in a form, where null is sent as an empty text', () =>
    expect(build({ request }, { d: 'x' })).toMatchObject({ body: 'b=&c=' }));
  it('in JSON', () =>
    expect(build({ request, encoding: 'json' }, {})).toMatchObject({ body: '{"b":null,"c":""}' }));
  it('members unknown to the contract are not sent', () => {
    expect(build({ request }, { a: '1', z: '2', toString: 'x' })).toMatchObject({ body: 'a=1&b=&c=' });
  });
  it('inherited members are absent', () => {
    expect(build({ request: [{ name: 'toString', wire: 'x' }] }, {})).toMatchObject({ body: '' });
  });
});

describe('spread: entries of a map become members of the body', () => {
  const request = [
    { name: 'items', wire: 'spread', spread: true as const },
    { name: 'kind', wire: 'kind' },
  ];
  it('a declared member wins over an entry of the same name, and onClash is called', () => {
    const clashes: string[] = [];
    const items = JSON.parse('{"title": "A", "kind": "evil", "__proto__": "x"}') as {
      [name: string]: string;
    };
    const built = build({ request }, { items, kind: 'book' }, { onClash: (name) => clashes.push(name) });
    expect(built).toMatchObject({ body: 'title=A&kind=book' });
    expect(clashes).toEqual(['kind']);
  });
  it('a declared member wins even if it is absent', () => {
    expect(build({ request }, { items: { kind: 'evil' } })).toMatchObject({ body: '' });
  });
});

describe('the session in the address', () => {
  it('is appended if the contract says so, without absent parameters', () => {
    const session = { userId: 'u 1', lang: undefined, count: 3, swift: 'ab' };
    expect(build({ sessionQuery: true }, { bookId: '7' }, { session })).toMatchObject({
      url: '/books/return?userId=u+1&count=3&swift=ab',
      body: 'book_id=7',
    });
  });
  it('does not replace members of the request', () => {
    const session = { book_id: 'other', userId: 'u' };
    expect(build({ sessionQuery: true, method: 'GET' }, { bookId: '7' }, { session })).toMatchObject({
      url: '/books/return?book_id=7&userId=u',
    });
  });
});

describe('the path', () => {
  it('may depend on request and config', () => {
    const path = [
      'choose',
      [
        ['==', ['get', 'request', 'bookId'], 'old'],
        ['get', 'config', 'paths', 'old'],
      ],
      [true, '/new'],
    ] as const;
    const config = { paths: { old: '/v1/old?x=1' } };
    expect(build({ path }, { bookId: 'old' }, { config })).toMatchObject({ url: '/v1/old?x=1' });
    expect(build({ path, encoding: 'query' }, { bookId: 'old' }, { config })).toMatchObject({
      url: '/v1/old?x=1&book_id=old',
    });
    expect(build({ path }, { bookId: 'b' }, { config })).toMatchObject({ url: '/new' });
  });
  it('may contain a value of the request that stays one segment', () => {
    const path = ['call', 'concat', '/books/', ['get', 'request', 'bookId'], '/return'] as const;
    expect(build({ path }, { bookId: 'B-7.x_1' })).toMatchObject({ url: '/books/B-7.x_1/return' });
    for (const bookId of [
      'a/b',
      '..',
      '.',
      'a?b=1',
      'a#b',
      'a%2f',
      '%2e%2e',
      'a b',
      'ñ',
      'a&b',
      'a\\b',
      '',
    ]) {
      expect([bookId, build({ path }, { bookId })]).toEqual([bookId, new Failure('path')]);
    }
  });
  it('never leaves our origin', () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'books',
      '',
      '/a/../b',
      '/a#b',
      '/%2e%2e/a',
      '/a\nb',
    ]) {
      expect([path, build({ path })]).toEqual([path, new Failure('path')]);
    }
  });
  it('fails if it cannot be computed', () => {
    expect(build({ path: ['get', 'request', 'bookId'] })).toEqual(new Failure('path'));
  });
});

describe('a value that must not be sent is a failure', () => {
  it('a list or a record in a form', () => {
    expect(build({}, { bookId: ['a'] })).toEqual(new Failure('type'));
    expect(build({}, { bookId: {} })).toEqual(new Failure('type'));
  });
  it('a number that is not finite', () => {
    for (const encoding of ['form', 'json', 'query'] as const) {
      expect(build({ encoding }, { fine: Number.POSITIVE_INFINITY })).toEqual(new Failure('type'));
      expect(build({ encoding }, { fine: Number.NaN })).toEqual(new Failure('type'));
    }
  });
});
