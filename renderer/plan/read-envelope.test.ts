import { describe, expect, it } from 'vitest';
import type { EndpointPlan } from './plan.ts';
import { readEnvelope } from './read-envelope.ts';

const endpoint: EndpointPlan = {
  name: 'shelf',
  method: 'GET',
  path: '/shelf',
  encoding: 'query',
  headers: [],
  safe: true,
  keyed: false,
  timeoutMs: 60_000,
  request: [],
  success: { at: '/code', is: ['0', '00'] },
  error: { code: '/code', message: '/message', fields: '/data/errors' },
  reply: {
    type: 'record',
    members: [{ name: 'title', wire: '/data/title', shape: { type: 'text' }, required: true }],
  },
};

const answer = (body: unknown, status = 200, plan = endpoint) =>
  readEnvelope(plan, status, typeof body === 'string' ? body : JSON.stringify(body));
const succeeds = (title: string, body: unknown) =>
  it(`${title}: succeeds`, () =>
    expect(answer(body)).toEqual({ ok: true, value: { title: 'A' }, drops: [] }));
const fails = (title: string, status: number, body: unknown, error: object, verdict?: 'yes' | 'no') =>
  it(`${title}: fails`, () =>
    expect(answer(body, status)).toEqual({ ok: false, error, drops: [], ...(verdict && { verdict }) }));

describe('the success rule compares texts', () => {
  succeeds('a number', { code: 0, data: { title: 'A' } });
  succeeds('a text', { code: '00', data: { title: 'A' } });
  fails(
    'another code is a business error with code and message',
    200,
    { code: '11', message: 'Sorry' },
    { kind: 'business', code: '11', message: 'Sorry' },
    'no',
  );
  fails(
    'another code without a message is a business error',
    200,
    { code: 7, data: { title: 'A' } },
    { kind: 'business', code: '7' },
    'no',
  );
  fails(
    'another code with an empty message is a business error',
    200,
    { code: 7, message: '' },
    { kind: 'business', code: '7' },
    'no',
  );
  it('without a success rule the status decides', () => {
    const { success: _, ...plan } = endpoint;
    expect(answer({ data: { title: 'A' } }, 201, plan)).toMatchObject({ ok: true });
  });
  it('a flag that lists the texts true and 1 accepts both as any type', () => {
    const plan = { ...endpoint, success: { at: '/success', is: ['true', '1'] } };
    for (const success of [true, 1, '1', 'true'])
      expect(answer({ success, data: { title: 'A' } }, 200, plan).ok).toBe(true);
    for (const success of [false, 0, 'TRUE', 2])
      expect(answer({ success, data: { title: 'A' } }, 200, plan).ok).toBe(false);
  });
});

describe('the meaning of a status', () => {
  fails('500 is server', 500, '<html>', { kind: 'server' });
  fails(
    '503 is server, with the message of the body',
    503,
    { code: 1, message: 'Closed' },
    { kind: 'server', code: '1', message: 'Closed' },
  );
  fails(
    '400 with a message is business',
    400,
    { code: 'E1', message: 'No' },
    { kind: 'business', code: 'E1', message: 'No' },
  );
  fails('404 without a message is server', 404, 'Not found', { kind: 'server' });
  fails('401 is refused: the session has ended', 401, '', { kind: 'refused', code: '401' });
  fails(
    '403 is refused, with the message of the body',
    403,
    { code: 9, message: 'Sign in' },
    { kind: 'refused', code: '403', message: 'Sign in' },
  );
  fails('a status that is neither 2xx nor 4xx is server', 304, '', { kind: 'server' });
  fails(
    'a 4xx that claims success is a failure',
    409,
    { code: 0, data: { title: 'A' } },
    { kind: 'server', code: '0' },
  );
});

describe('a reply that does not fit is invalid-reply with the first pointer', () => {
  fails('empty', 200, '', { kind: 'invalid-reply', code: 'empty', pointer: '' });
  fails('garbage', 200, 'OK!', { kind: 'invalid-reply', code: 'not-json', pointer: '' });
  fails('a duplicate key', 200, '{"code":0,"code":1}', {
    kind: 'invalid-reply',
    code: 'duplicate-key',
    pointer: '',
  });
  fails(
    'neither a success value nor a message',
    200,
    { data: { title: 'A' } },
    { kind: 'invalid-reply', pointer: '/code' },
  );
  fails(
    'a success value that is no scalar',
    200,
    { code: {}, data: { title: 'A' } },
    { kind: 'invalid-reply', pointer: '/code' },
  );
  fails('a list', 200, [], { kind: 'invalid-reply', pointer: '/code' });
  fails('null', 200, 'null', { kind: 'invalid-reply', pointer: '/code' });
  fails(
    'a message without a success value is business',
    200,
    { message: 'No' },
    { kind: 'business', message: 'No' },
  );
  fails(
    'a missing member of an accepted reply',
    200,
    { code: 0, data: null },
    { kind: 'invalid-reply', pointer: '/data/title' },
    'yes',
  );
  it('without a rule it is unknown whether the call succeeded', () => {
    const { success: _, ...plan } = endpoint;
    expect(answer({ data: null }, 200, plan)).not.toHaveProperty('verdict');
  });
});

describe('F5: if no body is expected', () => {
  const plan: EndpointPlan = { ...endpoint, empty: true, reply: { type: 'record', members: [] } };
  const { success: _, ...noRule } = plan;
  const done = { ok: true, value: {}, drops: [] };

  it.each([200, 201, 202, 204, 205])('%d without a body is a success', (status) => {
    expect(answer('', status, plan)).toEqual(done);
    expect(answer(' \n', status, noRule)).toEqual(done);
  });
  it('only the success rule validates a body, and nothing else of it is read', () => {
    expect(answer({ code: 0, data: [] }, 200, plan)).toEqual(done);
    expect(answer([], 200, noRule)).toEqual(done);
    expect(answer({ code: 1, message: 'No' }, 200, plan)).toMatchObject({ ok: false, verdict: 'no' });
    expect(answer({}, 200, plan)).toMatchObject({ error: { kind: 'invalid-reply' } });
  });
  it.each(['<html>', '{"code":0', '{"code":0,"code":1}'])('an unreadable body is no success: %s', (body) => {
    expect(answer(body, 200, plan)).toMatchObject({ error: { kind: 'invalid-reply' } });
    expect(answer(body, 200, noRule)).toMatchObject({ error: { kind: 'invalid-reply' } });
  });
  it.each([304, 400, 404, 500, 503])('%d without a body is a failure', (status) =>
    expect(answer('', status, plan)).toMatchObject({ ok: false }),
  );
});

describe('field errors', () => {
  it('are read by name, texts only', () => {
    const body =
      '{"code":1,"message":"Look","data":{"errors":{"a":"Too long","b":7,"c":"","d":{},"__proto__":"x"}}}';
    expect(answer(body)).toEqual({
      ok: false,
      error: { kind: 'business', code: '1', message: 'Look' },
      fields: { a: 'Too long', b: '7' },
      verdict: 'no',
      drops: [],
    });
  });
});

it('a message is cut at the maximum length of texts', () => {
  const result = answer({ code: 1, message: 'x'.repeat(9_000) });
  expect(!result.ok && result.error.message).toHaveLength(8_000);
});
