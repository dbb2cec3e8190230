import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { button, planOf, problemsOf } from '#renderer/grammar/testing.ts';
import { buildRequest } from '#renderer/plan/build-request.ts';
import { Failure } from '#renderer/plan/expression.ts';
import type { EndpointPlan } from '#renderer/plan/plan.ts';
import { readEnvelope } from '#renderer/plan/read-envelope.ts';
import { readContract } from '#src/shared/contract.ts';
import { readRequest } from '#src/simulator/service/read-request.ts';

interface Member {
  readonly wire?: string;
}
interface Contract {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: unknown;
  readonly encoding: string;
  readonly client: 'json' | 'form';
  readonly sessionQuery?: boolean;
  readonly timeoutMs?: number;
  readonly success?: { readonly at: string; readonly is: readonly string[] };
  readonly request: { readonly properties: { readonly [name: string]: Member } };
}

const contracts = readdirSync('schemas/api').map(
  (file) => JSON.parse(readFileSync(`schemas/api/${file}`, 'utf8')) as Contract,
);

/** The paths of a contract; `choose` has several, and one can come from the configuration. */
function pathsOf(path: unknown): string[] {
  if (typeof path === 'string') return [path];
  const { choose = [] } = path as { choose?: readonly unknown[] };
  return choose.flatMap((entry) =>
    pathsOf(typeof entry === 'string' ? entry : (entry as { value: unknown }).value),
  );
}
const calls = contracts.flatMap((contract) => pathsOf(contract.path).map((path) => ({ ...contract, path })));

/** The calls written with `{base}`. */
const BASED = [
  '/fixing/v3/bind-card/card-init',
  '/fixing/v3/bind-card/bind-card-new',
  '/fixing/user-problem/problem-detail',
  '/fixing/user-problem/save-score',
];

describe('the contracts follow the conventions of both clients', () => {
  it('there are contracts', () => expect(calls.length).toBeGreaterThan(8));

  it('7.1 9.1 the listed calls, and no others, have /fixing in their path and the session in their query', () => {
    const based = calls.filter(({ path }) => path.startsWith('/fixing'));
    expect(based.filter(({ path }) => !BASED.includes(path))).toEqual([]);
    expect(based.filter(({ sessionQuery }) => sessionQuery !== true)).toEqual([]);
    expect(calls.filter(({ path }) => BASED.includes(`/fixing${path}`))).toEqual([]);
    expect(based.length).toBeGreaterThan(1);
  });

  it('7.2 every POST is a form, except the upload, and a call with its only member in the query', () => {
    const other = calls.filter(({ method, encoding }) => method === 'POST' && encoding !== 'form');
    const EXCEPT = ['repayment-way', 'upload-problem-img'];
    expect(other.filter(({ path }) => !EXCEPT.some((end) => path.endsWith(end)))).toEqual([]);
  });

  it('7.5 7.6 GETs use client one, POSTs client two', () => {
    const other = calls.filter(({ method, client }) => client !== (method === 'GET' ? 'json' : 'form'));
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  it('7.4 9.2 every call times out after 60000 ms', () => {
    expect(calls.filter(({ timeoutMs }) => (timeoutMs ?? 60_000) !== 60_000)).toEqual([]);
  });

  it('7.9 every path is on the page’s own origin', () => {
    const foreign = calls.filter(({ path }) => !/^(\/[^/\\]|\$\{config\.)/.test(path));
    expect(foreign.map(({ path }) => path)).toEqual([]);
  });

  it('7.11 8.7 success is 00, 0 or a flag, depending on the family of the call', () => {
    const FAMILIES: readonly (readonly [RegExp, string, readonly string[]])[] = [
      [/\/user-problem\/|\/youmi-api\/|^\/(gopia|panda)\//, '/code', ['00']],
      [/^\/api\/v2\/youmi\//, '/code', ['0']],
      [/^\/v3\/(loan-details|loan-confirm|installment|contract)\/|^\/growing\//, '/success', ['true', '1']],
    ];
    const wrong = calls.flatMap(({ name, path, success }) => {
      const family = FAMILIES.find(([pattern]) => pattern.test(path));
      if (family === undefined || success === undefined) return [];
      const isSame = success.at === family[1] && family[2].every((value) => success.is.includes(value));
      return isSame ? [] : [name];
    });
    expect(wrong).toEqual([]);
    expect(
      calls.filter(({ path }) => FAMILIES.some(([pattern]) => pattern.test(path))).length,
    ).toBeGreaterThan(3);
  });

  it('3.2 members keep their wire names', () => {
    const NAMES =
      'productId orderId amount isDelay channelNumber scene position moduleId positionId score'.split(' ');
    const renamed = contracts.flatMap(({ name, request }) =>
      Object.entries(request.properties)
        .filter(([member, { wire }]) => NAMES.includes(member) && wire !== undefined && wire !== member)
        .map(([member, { wire }]) => `${name} ${member} ${wire}`),
    );
    // Except this name, which the specification itself contains.
    expect(renamed.filter((one) => !one.endsWith(' productId product_id'))).toEqual([]);
  });
});

/** A call of no product, with invented names. */
function fixture(more: object): object {
  return {
    $schema: '../endpoint.schema.json',
    name: 'invented',
    method: 'POST',
    path: '/api/invented',
    encoding: 'form',
    client: 'form',
    safe: true,
    success: { at: '/qx/ok', is: ['00'] },
    error: { code: '/qx/ok', message: '/qx/say' },
    request: {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string', wire: 'zz_t' }, count: { type: 'integer', wire: 'kk' } },
    },
    reply: {
      at: '/pp',
      type: 'object',
      required: ['title', 'books'],
      properties: {
        title: { type: 'string', read: 'text', wire: 'vv1' },
        books: {
          type: 'array',
          wire: '/deep/er/list',
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string', read: 'text', wire: 'n0' } },
          },
        },
      },
    },
    ...more,
  };
}

function planOfFixture(more: object): EndpointPlan {
  const screen = {
    data: { given: { endpoint: 'invented', with: { title: 'A' } } },
    body: [{ type: 'text', text: '${data.given.title}' }],
  };
  const plan = planOf(screen, { endpoints: { invented: fixture(more) as { [name: string]: unknown } } });
  const endpoint = plan.endpoints['invented'];
  if (endpoint === undefined) throw new Error('The plan does not carry the endpoint.');
  return endpoint;
}

function build(endpoint: EndpointPlan) {
  const session = { building: 'b', gather: 'g', swift: 's', eyes: 'e' };
  const request = buildRequest(endpoint, { title: 'A', count: 2 }, { session, config: {} });
  if (request instanceof Failure) throw new Error('It cannot be built.');
  return request;
}

describe('a fixture endpoint', () => {
  it('3.1 is sent and read with its obfuscated names, and definitions use the plain ones', () => {
    const endpoint = planOfFixture({});
    expect(build(endpoint).body).toBe('zz_t=A&kk=2');
    const body = { qx: { ok: '00' }, pp: { vv1: 'Shelf', deep: { er: { list: [{ n0: 'One' }] } } } };
    expect(readEnvelope(endpoint, 200, JSON.stringify(body))).toMatchObject({
      ok: true,
      value: { title: 'Shelf', books: [{ name: 'One' }] },
    });
    const plain = { qx: { ok: '00' }, pp: { title: 'Shelf', books: [] } };
    expect(readEnvelope(endpoint, 200, JSON.stringify(plain)).ok).toBe(false);
  });

  it('7.8 passes on the code and message of the service', () => {
    const body = { qx: { ok: '800006', say: 'In its own words' } };
    expect(readEnvelope(planOfFixture({}), 200, JSON.stringify(body))).toMatchObject({
      ok: false,
      error: { kind: 'business', code: '800006', message: 'In its own words' },
    });
  });

  for (const [number, client, encoding, own, other] of [
    ['7.5', 'json', 'json', { building: 'b', gather: 'g' }, ['swift', 'eyes']],
    ['7.6', 'form', 'form', { swift: 's', eyes: 'e' }, ['building', 'gather']],
  ] as const) {
    it(`7.3 ${number} of client ${client} has its headers, and the simulator requires them`, () => {
      const { url, headers, body = '' } = build(planOfFixture({ client, encoding }));
      expect(headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest', ...own });
      for (const name of other) expect(headers).not.toHaveProperty(name);
      const contract = readContract(JSON.stringify(fixture({ client, encoding })), 'invented');
      const ask = (sent: Record<string, string>) =>
        readRequest(
          contract,
          new Request(`https://page.test${url}`, { method: 'POST', headers: sent, body }),
          body,
        );
      expect(ask(headers)).toEqual({ ok: true, members: { title: 'A', count: '2' } });
      const [first = ''] = Object.keys(own);
      const { [first]: _, ...without } = headers;
      expect(ask(without)).toMatchObject({ ok: false });
    });
  }

  it('7.5 7.6 a header without a value in the address is sent empty', () => {
    const request = buildRequest(planOfFixture({}), { title: 'A' }, { session: {}, config: {} });
    expect(request).toMatchObject({ headers: { swift: '', eyes: '' } });
  });
});

describe('numbers', () => {
  it('3.5 amounts take no dot grouping: a definition that combines them is refused', () => {
    const show = (text: string) =>
      problemsOf({ body: [{ type: 'text', text }, button([{ do: 'stop' }], { text: 'Go' })] }).map(
        (problem) => problem.split(' ')[0],
      );
    expect(show("${number(data.shelf.fine, 'dot')}")).toEqual(['expression/type']);
    expect(show("${number(size(data.shelf.books), 'dot')}")).toEqual([]);
    expect(show("${number(size(data.shelf.books), 'comma')}")).toEqual(['expression/type']);
  });

  it('3.5 no screen uses dot grouping', () => {
    const files = readdirSync('screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.json'),
    );
    const using = files.filter((file) => readFileSync(`screens/${file}`, 'utf8').includes("'dot'"));
    expect(using).toEqual([]);
  });
});
