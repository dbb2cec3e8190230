import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildMain, type Started, startMain, writeProject } from './main-program.ts';
import { createDatabase } from './server-processes.ts';

/* The start of an installation, and the start and stop of its servers. */

const folder = mkdtempSync(join(tmpdir(), 'capiz-lifecycle-'));
const project = join(folder, 'project');
let program = '';
let postgres: RunningPostgres;
const running: Started[] = [];
const ends: (() => void)[] = [];
beforeAll(async () => {
  program = await buildMain(folder);
  writeProject(project);
  postgres = startPostgres(['fsync=off']);
}, 180_000);
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  for (const end of ends.splice(0)) end();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(data: string, environment: Record<string, string> = {}): Started {
  const started = startMain(program, project, { CAPIZ_DATA: join(folder, data), ...environment });
  running.push(started);
  return started;
}

async function stop({ child, ended }: Started) {
  child.kill('SIGTERM');
  return ended;
}

/** Calls the API as staff, with the installation's own token. */
async function live(origin: string, data: string): Promise<unknown> {
  const token = readFileSync(join(folder, data, 'staff-token'), 'utf8').trim();
  const answer = await fetch(`${origin}/capiz/api/v1/live`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.json();
}

const UPSTREAM = { CAPIZ_UPSTREAM: 'http://127.0.0.1:9' };

describe('an installation on SQLite', () => {
  it('keeps all its data in registry.db after a clean stop', async () => {
    const first = start('clean');
    const before = await live(await first.origin, 'clean');
    expect((await stop(first)).code).toBe(0);
    expect(statSync(join(folder, 'clean/registry.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    mkdirSync(join(folder, 'copied'));
    for (const name of ['registry.db', 'staff-token'])
      copyFileSync(join(folder, 'clean', name), join(folder, 'copied', name));
    expect(statSync(join(folder, 'copied/registry.db')).size).toBeGreaterThan(100_000);
    const second = start('copied');
    expect(await live(await second.origin, 'copied')).toEqual(before);
    expect(before).toMatchObject({ release: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  }, 180_000);

  it.each<[string, (data: string) => void, RegExp]>([
    ['its database is missing', (data) => rmSync(join(data, 'registry.db')), /registry\.db is missing/],
    ['its database has no byte', (data) => writeFileSync(join(data, 'registry.db'), ''), /is missing/],
    [
      'its database holds nothing, as a copy without its log',
      (data) => {
        rmSync(join(data, 'registry.db'));
        new Sqlite(join(data, 'registry.db')).pragma('journal_mode = WAL');
      },
      /registry\.db contains no release: it is empty/,
    ],
  ])(
    'refuses to start a new database if %s: reports what is missing and how to continue',
    async (title, lose, says) => {
      const data = title.replace(/\W+/g, '-');
      const first = start(data);
      await first.origin;
      await stop(first);
      lose(join(folder, data));
      const before = readdirSync(join(folder, data)).filter((name) => !/-(wal|shm)$/.test(name));
      for (const more of [{}, { ...UPSTREAM, CAPIZ_NEW: '1' }]) {
        const { code, err } = await start(data, more).ended;
        expect([code, err]).toEqual([2, expect.stringMatching(/^Not started: [^\n]*\n$/)]);
        expect(err).toMatch(says);
        expect(err).toMatch(/staff-token/);
        expect(err).toMatch(
          /Put the database back .* or set CAPIZ_DATA or DATABASE_URL .* move staff-token.* away/,
        );
      }
      expect(readdirSync(join(folder, data)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before);
    },
    60_000,
  );

  it('refuses to start a new database over the log of a missing file, and does not change the log', async () => {
    const first = start('log');
    await first.origin;
    first.child.kill('SIGKILL');
    await first.ended;
    const at = (name: string) => join(folder, 'log', name);
    rmSync(at('staff-token'));
    copyFileSync(at('registry.db'), at('kept'));
    rmSync(at('registry.db'));
    const { size } = statSync(at('registry.db-wal'));
    expect((await start('log').ended).err).toMatch(/in use \(registry\.db-wal\), but .* is missing/);
    expect([existsSync(at('registry.db')), statSync(at('registry.db-wal')).size]).toEqual([false, size]);
    copyFileSync(at('kept'), at('registry.db'));
    expect(await (await fetch(`${await start('log').origin}/readyz`)).text()).toBe('ready');
  }, 180_000);

  it('reports the first cause of a damaged database', async () => {
    const data = join(folder, 'damaged');
    mkdirSync(data);
    writeFileSync(join(data, 'registry.db'), 'No database, but a text of some length. '.repeat(200));
    const { code, err } = await start('damaged').ended;
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^Not started: The database \S+registry\.db cannot be opened: .*not a database/),
    ]);
  });
});

describe('an empty database', () => {
  it.each(['sqlite', 'postgres'])(
    'is created for real borrowers only with CAPIZ_NEW=1, on %s; a demonstration creates it by itself',
    async (engine) => {
      const where = async (name: string): Promise<Record<string, string>> =>
        engine === 'sqlite' ? {} : { DATABASE_URL: await createDatabase(postgres.address, name) };
      const real = { ...UPSTREAM, ...(await where('real')) };
      const { code, err } = await start(`real-${engine}`, real).ended;
      expect(code).toBe(2);
      expect(err).toMatch(
        /^Not started: CAPIZ_UPSTREAM is set, so real borrowers come here, but .* (empty|missing)\. Put the database back .* set CAPIZ_NEW=1 for this one start\.\n$/,
      );
      const begun = start(`real-${engine}`, { ...real, CAPIZ_NEW: '1' });
      await begun.origin;
      await stop(begun);
      const again = start(`real-${engine}`, real);
      await again.origin;
      await stop(again);
      const noted = start(`real-${engine}`, { ...real, CAPIZ_NEW: '1' });
      await noted.origin;
      expect((await stop(noted)).out).toContain('CAPIZ_NEW=1 is set, but this installation has data');
      await start(`demo-${engine}`, await where('demo')).origin;
    },
    180_000,
  );

  it('is created by two servers that start at once: both start, and serve the same release', async () => {
    for (const round of [1, 2, 3]) {
      const both = [start(`both-${round}`), start(`both-${round}`)];
      const origins = await Promise.all(both.map(({ origin }) => origin));
      const [one, other] = await Promise.all(origins.map((origin) => live(origin, `both-${round}`)));
      expect(one).toEqual(other);
      expect((await Promise.all(both.map(stop))).map(({ code, err }) => [code, err])).toEqual([
        [0, ''],
        [0, ''],
      ]);
    }
  }, 180_000);

  it('of PostgreSQL is created by two servers that start at once', async () => {
    const DATABASE_URL = await createDatabase(postgres.address, 'both_begin');
    const both = [start('both-a', { DATABASE_URL }), start('both-b', { DATABASE_URL })];
    await Promise.all(both.map(({ origin }) => origin));
    expect((await Promise.all(both.map(stop))).map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
  }, 180_000);
});

describe('a server', () => {
  it('is not ready while its database cannot be reached, and is ready again afterwards', async () => {
    const origin = await start('ready', { DATABASE_URL: await createDatabase(postgres.address, 'ready') })
      .origin;
    const ready = async () => (await fetch(`${origin}/readyz`)).status;
    expect(await ready()).toBe(200);
    postgres.pause();
    try {
      expect(await ready()).toBe(503);
      // Borrowers still get the loaded release.
      expect((await fetch(`${origin}/order`)).status).toBe(200);
    } finally {
      postgres.resume();
    }
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    const embedded = await start('moved').origin;
    expect((await fetch(`${embedded}/readyz`)).status).toBe(200);
    rmSync(join(folder, 'moved/registry.db'));
    expect((await fetch(`${embedded}/readyz`)).status).toBe(503);
  }, 180_000);

  it('reports its shutdown at once, serves until the drain time ends, and closes its connections after an answer', async () => {
    const started = start('drain', { CAPIZ_DRAIN_SECONDS: '3' });
    const origin = await started.origin;
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const began = performance.now();
    started.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { interval: 20 }).toBe(503);
    expect(performance.now() - began).toBeLessThan(2_000);
    const page = await fetch(`${origin}/order`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect((await started.ended).code).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(2_900);
  }, 120_000);

  it('stops immediately at a second signal', async () => {
    const started = start('twice', { CAPIZ_DRAIN_SECONDS: '600' });
    const origin = await started.origin;
    started.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
    started.child.kill('SIGTERM');
    expect((await started.ended).code).toBe(0);
  }, 120_000);

  it.each(['/v3/loan-details/generate-vcode', '/v3/bind-card/bind-card-order'])(
    'that was paused sends nothing for borrowers who left meanwhile, %#',
    async (path) => {
      let effects = 0;
      const loans = createServer((asked, answer) => {
        effects += 1;
        asked.resume();
        answer.setHeader('Content-Type', 'application/json').end('{"success":true,"data":{}}');
      });
      const port = await listen(loans);
      const started = start(`still-${path.length}`, {
        CAPIZ_UPSTREAM: `http://127.0.0.1:${port}`,
        CAPIZ_NEW: '1',
      });
      const origin = new URL(await started.origin);
      const pay = (key: string, leaveMs?: number): Promise<void> =>
        new Promise((done) => {
          const headers = {
            ...{ swift: 's', eyes: 'e', 'Idempotency-Key': key },
            'Content-Type': 'application/x-www-form-urlencoded',
          };
          const address = new URL(path, origin);
          const asked = request(address, { method: 'POST', agent: false, headers });
          asked.on('response', (answer) => answer.resume().on('end', done));
          asked.on('error', () => done());
          asked.end(`orderId=${key}`);
          if (leaveMs !== undefined) setTimeout(() => asked.destroy(), leaveMs);
        });
      await pay('before');
      started.child.kill('SIGSTOP');
      await Promise.all(Array.from({ length: 20 }, (_, at) => pay(`leaves-${at}`, 200)));
      started.child.kill('SIGCONT');
      await pay('after');
      await wait(500);
      expect(effects).toBe(2);
      await stop(started);
    },
    180_000,
  );

  it('stops within its grace period although the database, the loan service, streams and uploads hang', async () => {
    const loans = createServer(() => {});
    const port = await listen(loans);
    const started = start('hangs', {
      ...{ CAPIZ_UPSTREAM: `http://127.0.0.1:${port}`, CAPIZ_NEW: '1' },
      DATABASE_URL: await createDatabase(postgres.address, 'hangs'),
    });
    const origin = new URL(await started.origin);
    const asked = (path: string, headers: Record<string, string>, body?: string) => {
      const open = request(new URL(path, origin), { method: body === undefined ? 'GET' : 'POST', headers });
      open.on('error', () => {});
      if (body === undefined) open.end();
      else open.write(body);
      return open;
    };
    const payment = { swift: 's', eyes: 'e', 'Content-Type': 'application/x-www-form-urlencoded' };
    // One call that was sent, and one that waits for the database.
    asked('/v3/loan-details/generate-vcode', { ...payment, 'Idempotency-Key': 'sent' }, 'orderId=1').end();
    asked('/capiz/staff/events', {});
    asked(
      '/growing/plan',
      { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '100' },
      '--x',
    );
    await wait(1_000);
    postgres.pause();
    try {
      asked('/v3/loan-details/generate-vcode', { ...payment, 'Idempotency-Key': 'waits' }, 'orderId=2').end();
      await wait(300);
      const began = performance.now();
      const { code } = await stop(started);
      expect(code).toBe(0);
      expect(performance.now() - began).toBeLessThan(9_000);
    } finally {
      postgres.resume();
    }
  }, 180_000);
});

function listen(server: Server): Promise<number> {
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

it('a connection that was made while the server closed is still answered', async () => {
  const started = start('fresh');
  const { hostname, port } = new URL(await started.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await new Promise((done) => socket.once('connect', done));
  let answered = '';
  socket.on('data', (part) => (answered += part.toString('latin1')));
  await wait(200);
  started.child.kill('SIGTERM');
  await wait(300);
  socket.write('GET /order HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 200[^]*\r\nConnection: close\r\n/);
  expect((await started.ended).code).toBe(0);
}, 120_000);
