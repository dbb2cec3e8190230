import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readContract } from '#src/shared/contract.ts';
import { loadFixtures } from './load-fixtures.ts';
import { createLoanService } from './loan-service.ts';

/* A service of another team without handlers: only files answer. */

const root = mkdtempSync(join(tmpdir(), 'capiz-cases-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const CONTRACT = {
  $schema: '../endpoint.schema.json',
  encoding: 'json',
  client: 'json',
  success: { at: '/ok', is: ['true'] },
  error: { code: '/why/code', message: '/why/text', fields: '/why/fields' },
};
const LIST = {
  ...CONTRACT,
  name: 'hardship-list',
  method: 'GET',
  path: '/hardship/list',
  encoding: 'query',
  safe: true,
  request: { type: 'object', properties: {} },
  reply: {
    type: 'object',
    at: '/data',
    required: ['letters'],
    properties: {
      letters: {
        type: 'array',
        maxItems: 50,
        items: { type: 'object', required: ['reason'], properties: { reason: { read: 'text' } } },
      },
    },
  },
};
const SEND = {
  ...CONTRACT,
  name: 'hardship-send',
  method: 'POST',
  path: '/hardship/send',
  safe: false,
  keyed: true,
  request: {
    type: 'object',
    required: ['reason'],
    properties: { reason: { type: 'string' }, months: { type: 'integer' } },
  },
  reply: 'none',
};
const SCENARIO = {
  title: 'Hardship',
  about: 'Letters that were sent are listed.',
  group: 'Hardship',
  opens: [],
  productId: '1',
  memory: { letters: { type: 'array', items: { like: 'hardship-list#letters[]' }, initial: [] } },
  stages: {
    open: {
      replies: {
        'hardship-list': [{ reply: { data: { letters: '${memory.letters}' } } }],
        'hardship-send': [
          {
            when: "request.reason == 'no'",
            error: {
              code: '4220',
              message: 'Please check.',
              fields: { reason: 'Say ${request.reason} less.' },
            },
          },
          {
            when: 'has(request.months) && request.months > 3',
            delayMs: 700,
            append: { letters: { reason: '${request.reason} since {today}' } },
            stage: 'closed',
          },
          { append: { letters: { reason: '${request.reason}' } } },
        ],
      },
    },
    closed: {
      replies: { 'hardship-list': { like: 'standard', change: { letters: [{ reason: 'Closed' }] } } },
    },
  },
};

function write(path: string, value: object): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  write('schemas/api/hardship-list.endpoint.json', LIST);
  write('schemas/api/hardship-send.endpoint.json', SEND);
  write('fixtures/api/hardship-list/standard.json', { letters: [{ reason: 'A letter of {today}' }] });
  write('fixtures/scenarios/hardship.json', SCENARIO);
});

function start() {
  const { scenarios, service } = loadFixtures(root);
  const waits: number[] = [];
  const contracts = [LIST, SEND].map((one) => readContract(JSON.stringify(one), one.name));
  const { app } = createLoanService({
    ...{ contracts, scenarios, service, places: undefined, payOrigin: 'https://pay.test' },
    now: () => Date.parse('2026-03-06T01:00:00Z'),
    wait(ms) {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const call = (method: string, path: string, body?: object, gather = 'session-hardship-a') =>
    app.request(path, {
      method,
      headers: {
        ...{ 'X-Requested-With': 'XMLHttpRequest', building: '', gather },
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const list = async (gather?: string): Promise<unknown> => {
    const reply = (await (await call('GET', '/hardship/list', undefined, gather)).json()) as {
      data: unknown;
    };
    return reply.data;
  };
  const send = async (body: object, gather?: string): Promise<unknown> =>
    (await call('POST', '/hardship/send', body, gather)).json();
  return { call, list, send, waits };
}

describe('fixtures and scenarios answer endpoints without handlers', () => {
  it('an endpoint without a scenario is answered with its fixture', async () => {
    rmSync(join(root, 'fixtures/scenarios'), { recursive: true });
    const { list } = start();
    expect(await list('')).toEqual({ letters: [{ reason: 'A letter of 2026-03-06' }] });
  });

  it('a list grows with each post, separately for each borrower', async () => {
    const { list, send } = start();
    expect(await list()).toEqual({ letters: [] });
    expect(await send({ reason: 'A flood' })).toMatchObject({ ok: true });
    await send({ reason: '${memory.letters} {today}' });
    expect(await list()).toEqual({
      letters: [{ reason: 'A flood' }, { reason: '${memory.letters} {today}' }],
    });
    expect(await list('session-hardship-b')).toEqual({ letters: [] });
  });

  it('callers without an order share the memory of the default scenario', async () => {
    const { list, send } = start();
    await send({ reason: 'A flood' }, '');
    expect(await list('')).toEqual({ letters: [{ reason: 'A flood' }] });
  });

  it('a case refuses a request, with messages at fields, and changes no memory', async () => {
    const { list, send } = start();
    expect(await send({ reason: 'no' })).toEqual({
      ok: false,
      why: { code: '4220', text: 'Please check.', fields: { reason: 'Say no less.' } },
      data: null,
    });
    expect(await list()).toEqual({ letters: [] });
  });

  it('a case delays, and moves to another stage', async () => {
    const { list, send, waits } = start();
    await send({ reason: 'A flood', months: 4 });
    expect(waits).toEqual([700]);
    expect(await list()).toEqual({ letters: [{ reason: 'Closed' }] });
  });

  it('an unanswered call names the file to write', async () => {
    rmSync(join(root, 'fixtures'), { recursive: true });
    const { call } = start();
    const reply = await call('GET', '/hardship/list');
    expect(reply.status).toBe(501);
    expect(await reply.text()).toContain('write fixtures/api/hardship-list/standard.json');
    // The reply of this call is empty.
    expect((await call('POST', '/hardship/send', { reason: 'A flood' })).status).toBe(200);
  });

  it.each([
    ["request.reson == ''", '"request" has no member "reson".'],
    ["memory.leters == ''", '"memory" has no member "leters".'],
    ['request.reason', 'Boolean is expected here'],
  ])('a scenario whose condition is %s is left out, with the reason', (when, message) => {
    const stages = { open: { replies: { 'hardship-send': [{ when }] } } };
    write('fixtures/scenarios/hardship.json', { ...SCENARIO, stages });
    const faults: string[] = [];
    expect(loadFixtures(root, (fault) => faults.push(fault.message)).scenarios.size).toBe(0);
    expect(faults.join('\n')).toContain(`fixtures/scenarios/hardship.json: ${message}`);
  });
});
