import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildProgram } from './build-program.ts';
import { type Failpoint, FAILPOINTS } from './failpoints.ts';
import { filesOf } from './numbered-project.ts';
import { reportFigures } from './figures.ts';

/* Servers as processes, killed while they publish: checks 1 and 2 through the door that staff go through. */

/** Crashes at each failpoint, and at random moments. */
const CRASHES = LONG ? 20 : 1;
const KILLS = LONG ? 40 : 1;
/** Where one of many dies. */
const POINTS_OF_MANY: readonly Failpoint[] = LONG ? FAILPOINTS : ['in-refresh'];
/** A server is killed at any moment of this time after its first answer. */
const WITHIN_MS = 200;
/** From the start of a process to its first answer; a machine with other work proves nothing about it. */
const READY_MS = LONG ? 2_000 : 20_000;
/** The promise is a second; a machine with other work still proves that nobody waited for the next look around. */
const SOON_MS = LONG ? 1_000 : 4_000;
const LONGEST_MS = 60_000 + (CRASHES * FAILPOINTS.length + KILLS) * 15_000;

const root = mkdtempSync(join(tmpdir(), 'capiz-killed-'));
let program = '';
let postgres: RunningPostgres;
beforeAll(async () => {
  program = await buildProgram('server', root);
  postgres = startPostgres();
});
afterAll(() => {
  postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The same moments in every run. */
let drawn = SEED;
function random(below: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return drawn % below;
}

interface Server {
  readonly origin: string;
  readonly child: ChildProcess;
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(folder: string, database: string, point: Failpoint | '-' = '-'): Promise<Server> {
  const child = spawn('node', [program, folder, database, point], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  return new Promise((done, fail) => {
    child.once('exit', () => {
      running.delete(child);
      fail(new Error('The server did not start.'));
    });
    child.stdout.once('data', (chunk: Buffer) => done({ origin: chunk.toString().trim(), child }));
  });
}

function ended({ child }: Server): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('exit', done))
    : Promise.resolve();
}

/** An installation, through its API as staff use it. */
function staffOf(folder: string) {
  async function call<T>({ origin }: Server, path: string, body?: object): Promise<T> {
    const token = readFileSync(join(folder, 'staff-token'), 'utf8').trim();
    const reply = await fetch(`${origin}/capiz/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ reason: 'A test.', ...body }) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  return {
    async make(server: Server, count: number): Promise<string> {
      const encoded = [...filesOf(count)].map(([path, bytes]) => [path, bytes.toString('base64')]);
      const made = await call<{ hash: string }>(server, '/releases', { files: Object.fromEntries(encoded) });
      return made.hash;
    },
    publish: (server: Server, release: string) => call(server, `/releases/${release}/publish`, {}),
    live: async (server: Server) => (await call<{ release: string }>(server, '/live')).release,
    async know(server: Server): Promise<Set<string>> {
      const { releases } = await call<{ releases: { hash: string }[] }>(server, '/releases?limit=200');
      return new Set(releases.map(({ hash }) => hash));
    },
    /** Every word of every screen that is live. */
    async numbers(server: Server): Promise<Set<string>> {
      const release = await call<{ release: string }>(server, '/live');
      const bundle = await call<{ files: { [path: string]: string } }>(
        server,
        `/releases/${release.release}/bundle`,
      );
      const texts = Object.values(bundle.files).map((text) => Buffer.from(text, 'base64').toString('utf8'));
      return new Set(texts.flatMap((text) => [...text.matchAll(/Release (\d+)/g)].map(([, n = '']) => n)));
    },
    verify: (server: Server) => call<{ isWhole: boolean }>(server, '/audit/verification'),
  };
}

type Staff = ReturnType<typeof staffOf>;

/** What a borrower is sent. */
async function says({ origin }: Server): Promise<number> {
  const html = await (await fetch(`${origin}/shelf`)).text();
  return Number(/Release (\d+)/.exec(html)?.[1] ?? -1);
}

/** All of them say it, by and by. @returns how long that took, milliseconds. */
async function waitUntilAllSay(servers: readonly Server[], count: number): Promise<number> {
  const began = performance.now();
  await expect
    .poll(() => Promise.all(servers.map(says)), { timeout: SOON_MS, interval: 20 })
    .toEqual(servers.map(() => count));
  return performance.now() - began;
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(`${postgres.address}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${postgres.address}/${name}`;
}

/** Dies at its failpoint while it publishes `count`. @returns whether staff got an answer. */
async function publishAndDie(
  staff: Staff,
  server: Server,
  release: string,
  point: Failpoint,
): Promise<boolean> {
  const hasAnswer = await staff.publish(server, release).then(
    () => true,
    () => false,
  );
  if (point === 'after-answer') server.child.kill('SIGKILL');
  await ended(server);
  return hasAnswer;
}

/** What was acknowledged is there, what is live is one release, and the audit is whole. */
async function expectSound(staff: Staff, server: Server, acknowledged: readonly string[]): Promise<void> {
  const known = await staff.know(server);
  expect(acknowledged.filter((release) => !known.has(release))).toEqual([]);
  expect((await staff.numbers(server)).size).toBe(1);
  expect(await staff.verify(server)).toMatchObject({ isWhole: true });
}

describe('a server that dies while it publishes', () => {
  it.each(FAILPOINTS)(
    'leaves the truth to be asked for, and serves it when it is started again: %s',
    async (point) => {
      const folder = join(root, `one-${point}`);
      const staff = staffOf(folder);
      let count = 0;
      let before = '';
      const acknowledged: string[] = [];
      const readyMs: number[] = [];
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const server = await start(folder, '-', point);
        before = await staff.live(server);
        const release = await staff.make(server, crash + 1);
        acknowledged.push(release);
        const hasAnswer = await publishAndDie(staff, server, release, point);
        expect(hasAnswer).toBe(point === 'after-answer');
        const began = performance.now();
        const again = await start(folder, '-');
        readyMs.push(performance.now() - began);
        const isLive = point !== 'before-commit';
        expect(await staff.live(again)).toBe(isLive ? release : before);
        if (isLive) count = crash + 1;
        expect(await says(again)).toBe(count);
        await expectSound(staff, again, acknowledged.slice(-100));
        again.child.kill('SIGKILL');
        await ended(again);
      }
      const longestReadyMs = Math.round(Math.max(...readyMs));
      reportFigures({
        check: 2,
        engine: 'sqlite',
        point,
        crashes: CRASHES,
        lost: 0,
        mixed: 0,
        longestReadyMs,
      });
      expect(longestReadyMs).toBeLessThanOrEqual(READY_MS);
    },
    LONGEST_MS,
  );

  it(
    'is missed by no borrower of the others on one PostgreSQL, and nothing that it acknowledged is lost',
    async () => {
      const address = await createDatabase('killed');
      const folder = join(root, 'many');
      const staff = staffOf(folder);
      const first = await start(folder, address);
      const others = await Promise.all(['b', 'c'].map((name) => start(join(root, name), address)));
      const [other] = others as [Server, Server];
      const acknowledged: string[] = [];
      const waits: number[] = [];
      let count = 0;
      first.child.kill('SIGKILL');
      await ended(first);

      for (const point of POINTS_OF_MANY) {
        for (let crash = 0; crash < CRASHES; crash += 1) {
          const server = await start(join(root, 'a'), address, point);
          const release = await staff.make(server, count + 1);
          acknowledged.push(release);
          await publishAndDie(staff, server, release, point);
          // Nobody had to wait for it: not its turn, nor its connection.
          const isLive = (await staff.live(other)) === release;
          expect(isLive).toBe(point !== 'before-commit');
          if (isLive) count += 1;
          waits.push(await waitUntilAllSay(others, count));
          await expectSound(staff, other, acknowledged.slice(-100));
        }
      }

      for (let kill = 0; kill < KILLS; kill += 1) {
        const server = await start(join(root, 'a'), address);
        let last = await staff.live(server);
        const publishing = (async () => {
          for (let isDying = false; ; isDying = true) {
            const release = await staff.make(server, count + 1);
            acknowledged.push(release);
            await staff.publish(server, release);
            last = release;
            count += 1;
            if (!isDying) setTimeout(() => server.child.kill('SIGKILL'), random(WITHIN_MS));
          }
        })();
        await publishing.catch(() => undefined);
        await ended(server);
        const live = await staff.live(other);
        const [number = ''] = await staff.numbers(other);
        // What was answered last, or the change whose answer was not heard.
        expect([count, count + 1]).toContain(Number(number));
        if (Number(number) === count) expect(live).toBe(last);
        count = Number(number);
        waits.push(await waitUntilAllSay(others, count));
        await expectSound(staff, other, acknowledged.slice(-100));
      }

      // They go on without it.
      const release = await staff.make(other, count + 1);
      await staff.publish(other, release);
      waits.push(await waitUntilAllSay(others, count + 1));
      const longestMs = Math.round(Math.max(...waits));
      const kills = POINTS_OF_MANY.length * CRASHES + KILLS;
      reportFigures({
        check: 1,
        engine: 'postgres',
        servers: 3,
        kills,
        acknowledged: acknowledged.length,
        lost: 0,
        longestMs,
      });
    },
    LONGEST_MS,
  );

  it(
    'is found out where it answers before it has committed',
    async () => {
      const address = await createDatabase('planted');
      const folder = join(root, 'planted');
      const staff = staffOf(folder);
      const server = await start(folder, address, 'answers-first');
      const release = await staff.make(server, 1);
      expect(await publishAndDie(staff, server, release, 'answers-first')).toBe(true);
      const again = await start(folder, address);
      expect(await staff.live(again)).not.toBe(release);
    },
    LONGEST_MS,
  );
});
