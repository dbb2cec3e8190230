import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from './command.ts';
import { connectRegistry, LIVE, RELEASE, ServerRefusal } from './registry-client.ts';

/** A server that always sends this response. */
async function connect(status: number, body: string, type = 'application/json') {
  const server = createServer((_, reply) => reply.writeHead(status, { 'Content-Type': type }).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => server.close());
  vi.stubEnv('CAPIZ_TOKEN', 'token');
  return connectRegistry({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, '.');
}
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllEnvs();
});

it('refuses an unexpected response with the path of the wrong member', async () => {
  const client = await connect(200, '{"hash":7,"needs":[]}');
  const asked = client.get('/releases/7', RELEASE);
  await expect(asked).rejects.toThrow(UsageError);
  await expect(asked).rejects.toThrow(/sent an unexpected response.*\n.*hash/s);
});

it('reports that the server made the change after an unexpected response', async () => {
  const client = await connect(200, '{"hash":7,"needs":[]}');
  await expect(client.post('/rollback', {}, RELEASE)).rejects.toThrow(/has made the change: see/);
});

it('ignores members that a newer server adds', async () => {
  const client = await connect(200, '{"release":"a","more":1}');
  expect(await client.get('/live', LIVE)).toEqual({ release: 'a' });
});

it.each(['null', '[]', '{}', '{"error":"busy"}', '{"error":{"code":1,"message":"x"}}'])(
  'reports a refusal without code and message by its status: %s',
  async (body) => {
    const client = await connect(503, body);
    await expect(client.send('/freezes')).rejects.toThrow(/answers 503\. Its log says why; \S+\/readyz says/);
  },
);

it.each([
  [
    503,
    'The database cannot be reached.\nmore',
    'text/plain; charset=utf-8',
    'answers 503: The database cannot be reached. ',
  ],
  [500, 'Internal server error', 'text/plain', 'answers 500: Internal server error. Its log says why'],
  [502, '<!doctype html>', 'text/html', 'answers 502. '],
  [404, 'No such page', 'text/plain', 'answers 404: No such page.'],
  [200, '<!doctype html>', 'text/html', 'is no server of Capiz'],
])(
  'shows status and text of a response that is not JSON, and suggests no start: %s %s',
  async (status, body, type, said) => {
    const client = await connect(status, body, type);
    const error: unknown = await client.send('/freezes').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(said);
    expect((error as Error).message).not.toMatch(/npm start|JSON at|more|doctype/);
  },
);

it('suggests to start a server only if there is none', async () => {
  const client = await connect(200, '{}');
  ends.splice(0)[0]?.();
  await expect(client.get('/live', LIVE)).rejects.toThrow(/does not answer: .*ECONNREFUSED.*npm start/);
});

it('reports a refusal with its code and its problems', async () => {
  const problem = {
    ...{ code: 'a/b', severity: 'error', file: 'x.json', line: 1, column: 2, length: 3 },
    ...{ pointer: '/a', message: 'Wrong.', help: 'Right.' },
  };
  const client = await connect(
    422,
    JSON.stringify({ error: { code: 'invalid', message: 'No.', problems: [problem] } }),
  );
  const refusal: unknown = await client.send('/releases').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ServerRefusal);
  expect(refusal).toMatchObject({ code: 'invalid', message: 'No.', problems: [problem] });
});
