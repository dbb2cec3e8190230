import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildProgram } from './build-program.ts';
import { type Failpoint, FAILPOINTS } from './failpoints.ts';
import { reportFigures } from './figures.ts';
import {
  createDatabase,
  createServers,
  ended,
  says,
  type Server,
  type Staff,
  staffOf,
} from './server-processes.ts';

/* Server processes that are killed while they publish: checks 1 and 2 through the staff API. */

/** Number of crashes at each failpoint, and at random moments. */
const CRASHES = LONG ? 20 : 1;
const KILLS = LONG ? 40 : 1;
/** Failpoints for one of several servers. */
const POINTS_OF_MANY: readonly Failpoint[] = LONG ? FAILPOINTS : ['in-refresh'];
/** A server is killed at a random moment within this time after its first answer. */
const WITHIN_MS = 200;
/** From process start to the first answer: CPU time, so that other work on the machine does not matter. */
const READY_MS = LONG ? 2_000 : 20_000;
/** The promise is one second; on a busy machine the test still proves that no server waits for its next poll. */
const SOON_MS = LONG ? 1_000 : 4_000;
const LONGEST_MS = 60_000 + (CRASHES * FAILPOINTS.length + KILLS) * 15_000;

const root = mkdtempSync(join(tmpdir(), 'capiz-killed-'));
let servers: ReturnType<typeof createServers>;
let postgres: RunningPostgres;
beforeAll(async () => {
  servers = createServers(await buildProgram('server', root));
  postgres = startPostgres();
});
afterEach(() => servers.endAll());
afterAll(() => {
  postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Seeded: the same moments in every run. */
let drawn = SEED;
function random(below: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return drawn % below;
}

/** Waits until all servers serve `count`. @returns The duration in ms. */
async function waitUntilAllSay(all: readonly Server[], count: number): Promise<number> {
  const began = performance.now();
  await expect
    .poll(() => Promise.all(all.map(says)), { timeout: SOON_MS, interval: 20 })
    .toEqual(all.map(() => count));
  return performance.now() - began;
}

/** Publishes `count` on a server that dies at its failpoint. @returns Whether the client got an answer. */
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

/** Every acknowledged release is present, one release is live, and the audit is complete. */
async function expectSound(staff: Staff, server: Server, acknowledged: readonly string[]): Promise<void> {
  const known = await staff.know(server);
  expect(acknowledged.filter((release) => !known.has(release))).toEqual([]);
  expect((await staff.numbers(server)).size).toBe(1);
  expect(await staff.verify(server)).toMatchObject({ isWhole: true });
}

describe('a server that dies while it publishes', () => {
  it.each(FAILPOINTS)(
    'serves the correct release when it is started again: %s',
    async (point) => {
      const folder = join(root, `one-${point}`);
      const staff = staffOf(folder);
      let count = 0;
      let before = '';
      const acknowledged: string[] = [];
      const readyMs: number[] = [];
      const startMs: number[] = [];
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const server = await servers.start(folder, '-', point);
        before = await staff.live(server);
        const release = await staff.make(server, crash + 1);
        acknowledged.push(release);
        const hasAnswer = await publishAndDie(staff, server, release, point);
        expect(hasAnswer).toBe(point === 'after-answer');
        const began = performance.now();
        const again = await servers.start(folder, '-');
        readyMs.push(performance.now() - began);
        startMs.push(again.startMs);
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
        longestStartMs: Math.max(...startMs),
      });
      expect(Math.max(...startMs)).toBeLessThanOrEqual(READY_MS);
    },
    LONGEST_MS,
  );

  it(
    'does not affect the borrowers of other servers on one PostgreSQL, and loses nothing that it acknowledged',
    async () => {
      const address = await createDatabase(postgres.address, 'killed');
      const folder = join(root, 'many');
      const staff = staffOf(folder);
      const first = await servers.start(folder, address);
      const others = await Promise.all(['b', 'c'].map((name) => servers.start(join(root, name), address)));
      const [other] = others as [Server, Server];
      const acknowledged: string[] = [];
      const waits: number[] = [];
      let count = 0;
      first.child.kill('SIGKILL');
      await ended(first);

      for (const point of POINTS_OF_MANY) {
        for (let crash = 0; crash < CRASHES; crash += 1) {
          const server = await servers.start(join(root, 'a'), address, point);
          const release = await staff.make(server, count + 1);
          acknowledged.push(release);
          await publishAndDie(staff, server, release, point);
          // No request had to wait: not in a queue, nor for a connection.
          const isLive = (await staff.live(other)) === release;
          expect(isLive).toBe(point !== 'before-commit');
          if (isLive) count += 1;
          waits.push(await waitUntilAllSay(others, count));
          await expectSound(staff, other, acknowledged.slice(-100));
        }
      }

      for (let kill = 0; kill < KILLS; kill += 1) {
        const server = await servers.start(join(root, 'a'), address);
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
        // The last answered change, or the next one, whose answer was lost.
        expect([count, count + 1]).toContain(Number(number));
        if (Number(number) === count) expect(live).toBe(last);
        count = Number(number);
        waits.push(await waitUntilAllSay(others, count));
        await expectSound(staff, other, acknowledged.slice(-100));
      }

      // The servers that were not killed continue.
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
    'the check detects a server that answers before it commits',
    async () => {
      const address = await createDatabase(postgres.address, 'planted');
      const folder = join(root, 'planted');
      const staff = staffOf(folder);
      const server = await servers.start(folder, address, 'answers-first');
      const release = await staff.make(server, 1);
      expect(await publishAndDie(staff, server, release, 'answers-first')).toBe(true);
      const again = await servers.start(folder, address);
      expect(await staff.live(again)).not.toBe(release);
    },
    LONGEST_MS,
  );
});
