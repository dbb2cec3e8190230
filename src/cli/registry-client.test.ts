import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from './command.ts';
import { connectRegistry, LIVE, RELEASE, ServerRefusal } from './registry-client.ts';

/** A server that always sends this response. */
async function connect(status: number, body: string) {
  const server = createServer((_, reply) => reply.writeHead(status).end(body));
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
    await expect(client.send('/freezes')).rejects.toThrow(/answered 503/);
  },
);

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
