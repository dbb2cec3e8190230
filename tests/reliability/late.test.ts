import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import Sqlite from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createForwarder, type ForwarderOptions } from '#src/server/forwarder.ts';
import { startDeadline } from '#src/server/deadline.ts';
import { type Database, type DatabaseLimits, openDatabase } from '#src/server/registry/database.ts';
import { createClaimStore } from '#src/server/registry/claim-store.ts';
import { createStop } from '#src/server/stopping.ts';
import { testContracts } from '#src/server/testing.ts';
import { LONG } from '#tests/property/settings.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { reportFigures } from './figures.ts';
import { createDatabase } from './server-processes.ts';

/*
 * Check 10: no payment is sent late, after the borrower saw a failure or left. The database, the connection to the loan
 * service and the borrower's connection hang, each longer than any timeout.
 */
const PAY = '/v3/loan-details/generate-vcode';
const TIMEOUT_MS = 1_000;
/** Longer than the calls' timeout; in the long check also longer than the pool's. */
const STILL_MS = LONG ? 69_000 : 3_000;
const PAYMENTS = 20;
const LIMIT_MS = STILL_MS + 60_000;

const folder = mkdtempSync(join(tmpdir(), 'capiz-late-'));
let postgres: RunningPostgres;
const ends: (() => Promise<unknown> | void)[] = [];
beforeAll(() => {
  postgres = startPostgres(['fsync=off']);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function listen(server: Server): Promise<string> {
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** A loan service without idempotency keys, and a forwarder in front of it, over real connections. */
async function serve(database: Database, options: Partial<ForwarderOptions> = {}) {
  const effects: string[] = [];
  const loans = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
    asked.on('end', () => {
      effects.push(body);
      answer.setHeader('Content-Type', 'application/json');
      answer.end('{"success":true,"data":{}}');
    });
  });
  const app = createForwarder({
    ...{ contracts: testContracts, upstream: new URL(await listen(loans)), timeoutMs: TIMEOUT_MS },
    ...{ calls: createClaimStore(database, Date.now), ...options },
  });
  const answerThroughApp = getRequestListener((asked) => app.fetch(asked));
  const origin = await listen(
    createServer((incoming, outgoing) => void answerThroughApp(incoming, outgoing)),
  );
  return { effects, origin };
}

/** @param leaveMs - When the borrower closes the page. @returns The status; 0 if they left. */
function pay(origin: string, key: string, leaveMs?: number): Promise<number> {
  return new Promise((done) => {
    const asked = request(`${origin}${PAY}`, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...{ swift: 's', eyes: 'e', 'Idempotency-Key': key },
      },
    });
    asked.on('response', (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    asked.on('error', () => done(0));
    asked.end(`orderId=${key}&amount=5`);
    if (leaveMs !== undefined) setTimeout(() => asked.destroy(), leaveMs);
  });
}

function countRows({ queries }: Database, state?: 'running'): Promise<number> {
  const all = queries.selectFrom('kept_calls').select('place');
  return (state === undefined ? all : all.where('state', '=', state)).execute().then((rows) => rows.length);
}

async function openServer(name: string, limits: Partial<DatabaseLimits> = {}): Promise<Database> {
  const database = await openDatabase(await createDatabase(postgres.address, name), limits);
  ends.push(() => database.close());
  return database;
}

/** Half of the borrowers wait for an answer, half close the page. */
async function payWhileStill(origin: string, stop: () => void, go: () => Promise<void> | void) {
  const count = PAYMENTS / 2;
  stop();
  const began = performance.now();
  const told = await Promise.all([
    ...Array.from({ length: count }, (_, at) => pay(origin, `waits-${at}`)),
    ...Array.from({ length: count }, (_, at) => pay(origin, `leaves-${at}`, 200)),
  ]);
  const toldMs = Math.round(performance.now() - began);
  await wait(Math.max(0, STILL_MS - toldMs));
  await go();
  return { told, toldMs };
}

describe('a payment that could not be sent in time (check 10)', () => {
  it.each<[string, Partial<DatabaseLimits>]>([
    ['all calls wait for the database', {}],
    ['calls give up waiting for the database', { connectMs: 500, answerMs: 700 }],
  ])(
    'is not sent when PostgreSQL resumes, and its key is free again: %s',
    async (title, limits) => {
      const database = await openServer(Object.keys(limits).length > 0 ? 'given_up' : 'waited', limits);
      const { effects, origin } = await serve(database);
      expect(await pay(origin, 'before')).toBe(200);
      const { told, toldMs } = await payWhileStill(origin, postgres.pause, postgres.resume);
      expect(new Set(told)).toEqual(new Set([0, ...told.filter((status) => status >= 503)]));
      expect(toldMs).toBeLessThan(TIMEOUT_MS + 2_000);
      await expect.poll(() => countRows(database).catch(() => -1), { timeout: 30_000 }).toBe(1);
      // Nothing is sent later either.
      await wait(1_500);
      expect([effects.length, await countRows(database)]).toEqual([1, 1]);
      reportFigures({ check: 10, late: title, payments: PAYMENTS, sent: effects.length - 1, toldMs });
      expect(await pay(origin, 'waits-0')).toBe(200);
      expect(effects).toHaveLength(2);
    },
    LIMIT_MS,
  );

  it('the check detects a forwarder that does not check the time again: it sends late', async () => {
    const database = await openServer('planted');
    const begin: typeof startDeadline = (...of) => ({
      ...startDeadline(...of),
      whyNot: () => undefined,
      over: new Promise(() => {}),
    });
    const { effects, origin } = await serve(database, { begin });
    postgres.pause();
    await Promise.all(Array.from({ length: PAYMENTS }, (_, at) => pay(origin, `leaves-${at}`, 200)));
    postgres.resume();
    await expect.poll(() => effects.length, { timeout: 30_000 }).toBeGreaterThan(PAYMENTS / 4);
  });

  it(
    'is not sent when another process unlocks SQLite’s file, and other calls are answered meanwhile',
    async () => {
      const path = join(folder, 'busy.db');
      const database = await openDatabase(path);
      ends.push(() => database.close());
      const { effects, origin } = await serve(database);
      const other = new Sqlite(path);
      let longestMs = 0;
      let last = performance.now();
      const beat = setInterval(() => {
        longestMs = Math.max(longestMs, performance.now() - last);
        last = performance.now();
      }, 20);
      const { told, toldMs } = await payWhileStill(
        origin,
        () => void other.exec('begin immediate'),
        () => void other.exec('commit'),
      );
      clearInterval(beat);
      other.close();
      expect(new Set(told)).toEqual(new Set([0, 504]));
      expect(toldMs).toBeLessThan(TIMEOUT_MS + 2_000);
      // If SQLite waited in this thread, it would block everything while the file is locked.
      expect(longestMs).toBeLessThan(1_000);
      await expect.poll(() => countRows(database), { timeout: 30_000 }).toBe(0);
      await wait(500);
      expect(effects).toEqual([]);
      expect(await pay(origin, 'waits-0')).toBe(200);
    },
    LIMIT_MS,
  );

  it('is not sent when a claim comes while the server closes', async () => {
    const database = await openServer('closing');
    const stop = createStop();
    const { effects, origin } = await serve(database, { stopping: stop });
    postgres.pause();
    const told = pay(origin, 'k');
    await wait(200);
    stop.close();
    expect(await told).toBe(503);
    postgres.resume();
    await expect.poll(() => countRows(database), { timeout: 30_000 }).toBe(0);
    expect(effects).toEqual([]);
    expect(await pay(origin, 'later')).toBe(503);
    await expect.poll(() => countRows(database), { timeout: 30_000 }).toBe(0);
    expect(effects).toEqual([]);
  });

  it('is not sent over a connection that was not ready in time', async () => {
    const database = await openServer('connecting');
    let connections = 0;
    // Accepts the connection and never starts TLS.
    const silent = createTcpServer(() => (connections += 1));
    const port = await new Promise<number>((done) => {
      silent.listen(0, '127.0.0.1', () => done((silent.address() as AddressInfo).port));
    });
    ends.push(() => void silent.close());
    const { origin } = await serve(database, { upstream: new URL(`https://127.0.0.1:${port}`) });
    const began = performance.now();
    expect(await pay(origin, 'k')).toBe(504);
    expect(performance.now() - began).toBeLessThan(TIMEOUT_MS + 2_000);
    await expect.poll(() => countRows(database), { timeout: 10_000 }).toBe(0);
    expect(connections).toBe(1);
  });

  it('is not sent if its last byte came too late', async () => {
    const database = await openServer('slow_body');
    const { effects, origin } = await serve(database);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const chunk = 'orderId=1&amount=5';
    let told = '';
    socket.on('data', (part) => (told += part.toString('latin1')));
    socket.on('error', () => {});
    const head = `POST ${PAY} HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\nswift: s\r\neyes: e\r\n`;
    socket.write(`${head}Content-Length: ${chunk.length}\r\n\r\n${chunk.slice(0, -1)}`);
    await expect.poll(() => told, { timeout: 5_000 }).toMatch(/^HTTP\/1.1 504/);
    socket.write(chunk.slice(-1));
    await wait(300);
    socket.destroy();
    expect(effects).toEqual([]);
    expect(await countRows(database)).toBe(0);
  });

  it('that was sent is awaited, even if its borrower has left, and its answer is stored', async () => {
    const database = await openServer('sent');
    const stop = createStop();
    let answer: (() => void) | undefined;
    const { origin } = await serve(database, {
      stopping: stop,
      fetch: () =>
        new Promise((done) => {
          answer = () => done(Response.json({ success: true, data: {} }));
        }),
    });
    expect(await pay(origin, 'k', 300)).toBe(0);
    expect(await countRows(database, 'running')).toBe(1);
    stop.close();
    let isSettled = false;
    const settled = stop.settle(30_000).then(() => (isSettled = true));
    await wait(200);
    expect(isSettled).toBe(false);
    answer?.();
    await settled;
    expect([await countRows(database), await countRows(database, 'running')]).toEqual([1, 0]);
  });

  it('that was answered while the database hung is reported, and its answer is stored when the database resumes', async () => {
    const database = await openServer('answered', { connectMs: 500, answerMs: 700 });
    const { origin } = await serve(database, {
      timeoutMs: 3_000,
      fetch: () => {
        postgres.pause();
        return Promise.resolve(Response.json({ success: true, data: {} }));
      },
    });
    const told = await pay(origin, 'k');
    postgres.resume();
    expect(told).toBe(200);
    const answered = () =>
      database.queries
        .selectFrom('kept_calls')
        .select('state')
        .execute()
        .then((rows) => rows[0]?.state);
    await expect.poll(answered, { timeout: 30_000 }).toBe('answered');
  });
});
