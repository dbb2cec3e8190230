import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePorts } from '#tests/free-ports.ts';
import { findNginx } from '#tests/nginx.mjs';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildMain, type Started, startMain, writeProject } from './main-program.ts';
import { createDatabase } from './server-processes.ts';

/*
 * Two servers behind an nginx with the simplest setup of its manual: an upstream with two servers, and nothing else.
 * After a failed request nginx marks the server as down, tries the next one, and uses the first again ten seconds
 * later. It does not send a payment to a second server.
 */
const PAY = '/v3/loan-details/generate-vcode';
const EVERY_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'capiz-rolling-'));
const project = join(folder, 'project');
let program = '';
let postgres: RunningPostgres;
const ends: (() => void)[] = [];
beforeAll(async () => {
  program = await buildMain(folder);
  writeProject(project);
  postgres = startPostgres(['fsync=off']);
}, 120_000);
afterAll(() => {
  for (const end of ends.reverse()) end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A loan service without keys: each payment that arrives has an effect. */
async function startLoans(): Promise<{ address: string; effects: Map<string, number> }> {
  const effects = new Map<string, number>();
  const server = createServer((asked, answer) => {
    const key = String(asked.headers['idempotency-key']);
    asked.resume();
    asked.on('end', () => {
      effects.set(key, (effects.get(key) ?? 0) + 1);
      answer.setHeader('Content-Type', 'application/json');
      answer.end('{"success":true,"data":{}}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, effects };
}

async function startNginx(ports: readonly number[]): Promise<string> {
  const port = await findFreePorts();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const text = `
    daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream capiz { ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://capiz; } }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), text);
  const child = spawn(findNginx(), ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  ends.push(() => void child.kill('SIGTERM'));
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200);
  return origin;
}

it('a rolling restart behind nginx with its defaults loses nothing, and no payment happens twice', async () => {
  const loans = await startLoans();
  const DATABASE_URL = await createDatabase(postgres.address, 'rolling');
  const ports = [await findFreePorts(), await findFreePorts()];
  const start = async (at: number): Promise<Started> => {
    const settings = {
      ...{ PORT: String(ports[at]), CAPIZ_DATA: join(folder, `data-${at}`), DATABASE_URL },
      ...{ CAPIZ_UPSTREAM: loans.address, CAPIZ_NEW: '1' },
      // The drain time is left at its default.
      CAPIZ_DRAIN_SECONDS: '',
    };
    const started = startMain(program, project, settings);
    ends.push(() => void started.child.kill('SIGKILL'));
    await started.origin;
    return started;
  };
  const servers = [await start(0), await start(1)];
  const origin = await startNginx(ports);

  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const asking: Promise<void>[] = [];
  let number = 0;
  const ask = (): void => {
    number += 1;
    const how =
      number % 2 === 0
        ? fetch(`${origin}/order`)
        : fetch(origin + PAY, {
            method: 'POST',
            headers: { swift: 's', eyes: 'e', 'Idempotency-Key': `payment-${number}` },
            body: new URLSearchParams({ orderId: String(number) }),
          });
    asking.push(
      how.then(
        async (answer) => {
          await answer.text();
          count(answer.status);
        },
        () => void count(0),
      ),
    );
  };
  const traffic = setInterval(ask, EVERY_MS);
  ends.push(() => clearInterval(traffic));
  await wait(1_000);
  for (const at of [0, 1]) {
    servers[at]?.child.kill('SIGTERM');
    expect((await servers[at]?.ended)?.code).toBe(0);
    // Like an upgrade: the next server is stopped as soon as this one is ready again.
    servers[at] = await start(at);
  }
  await wait(1_000);
  clearInterval(traffic);
  await Promise.all(asking);
  process.stdout.write(`${JSON.stringify({ rolling: Object.fromEntries(statuses) })}\n`);
  expect(Object.fromEntries(statuses)).toEqual({ 200: number });
  expect(number).toBeGreaterThan(300);
  expect([...loans.effects.values()].filter((effects) => effects !== 1)).toEqual([]);
  expect(loans.effects.size).toBe(Math.ceil(number / 2));
}, 240_000);
