import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { verifyAudit } from '#src/server/registry/audit.ts';
import { openDatabase } from '#src/server/registry/database.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { readCompiled } from '#src/server/registry/compiled.ts';
import { readFiles } from '#src/server/registry/releases.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { LONG, SEED } from '#tests/property/settings.ts';
import { buildProgram } from './build-program.ts';
import { reportFigures } from './figures.ts';

/** Kills of each kind; the long check's are those of the promise. */
const KILLS = LONG ? 200 : 5;
const NAIVE_KILLS = LONG ? 50 : 10;
/** A process is killed at any moment of this time after its first answer. */
const WITHIN_MS = 120;
/** No promise: a test that hangs ends. */
const LONGEST_MS = Math.max(120, KILLS * 15) * 1_000;

const folder = mkdtempSync(join(tmpdir(), 'capiz-crash-'));
let publisher = '';
let postgres: RunningPostgres;

beforeAll(async () => {
  publisher = await buildProgram('publisher', folder);
  postgres = startPostgres();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same moments in every run. */
let state = SEED;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % below;
}

interface Ended {
  /** What was acknowledged: number and release. */
  readonly acknowledged: readonly (readonly [count: number, release: string])[];
}

/** Lets a publisher work until some time after its first answer, then `kill` ends it. */
function publishUntilKilled(
  args: readonly string[],
  kill: (child: ChildProcess) => void = (child) => child.kill('SIGKILL'),
): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn('node', [publisher, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    let isDying = false;
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (isDying) return;
      isDying = true;
      setTimeout(() => kill(child), random(WITHIN_MS));
    });
    child.on('close', () => {
      // A line that was cut off was not heard by anybody.
      const lines = said.split('\n').slice(0, -1);
      done({
        acknowledged: lines.map((line) => {
          const [count = '', release = ''] = line.split(' ');
          return [Number(count), release] as const;
        }),
      });
    });
  });
}

/** Everything that was acknowledged is there, whole; what is live is whole; nothing is half there. */
async function expectWhole(
  address: string,
  { acknowledged }: Ended,
): Promise<{ readonly next: number; readonly count: number }> {
  const database = await openDatabase(address);
  try {
    const { queries } = database;
    const known = new Set(
      (await queries.selectFrom('releases').select('hash').execute()).map(({ hash }) => hash),
    );
    expect(acknowledged.filter(([, release]) => !known.has(release))).toEqual([]);
    const live = await findLive(queries);
    const [last, lastRelease] = acknowledged.at(-1) ?? [-1, ''];
    const { plans } = await readCompiled(queries, live?.release ?? '');
    await readFiles(queries, live?.release ?? '');
    // All screens say the same number: that of the last answer, or of the change whose answer was not heard.
    const numbers = new Set(
      [...plans.values()].flatMap((plan) =>
        [...JSON.stringify(plan).matchAll(/Release (\d+)/g)].map(([, n]) => Number(n)),
      ),
    );
    expect(numbers.size).toBe(1);
    const [number = -1] = numbers;
    expect([last, last + 1]).toContain(number);
    if (number === last) expect(live?.release).toBe(lastRelease);
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true });
    if (database.engine === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(queries);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    return { next: number + 1, count: acknowledged.length };
  } finally {
    await database.close();
  }
}

describe('a process that publishes and is killed', () => {
  it(
    'has lost nothing that it acknowledged and left nothing half done, in the embedded database',
    async () => {
      const address = join(folder, 'registry.db');
      let next = 0;
      let count = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ended = await publishUntilKilled([address, String(next)]);
        const whole = await expectWhole(address, ended);
        next = whole.next;
        count += whole.count;
      }
      reportFigures({ check: 1, engine: 'sqlite', kills: KILLS, acknowledged: count, lost: 0 });
      expect(count).toBeGreaterThanOrEqual(KILLS);
    },
    LONGEST_MS,
  );

  it(
    'is survived by PostgreSQL, and so is the death of PostgreSQL itself',
    async () => {
      const client = new pg.Client(`${postgres.address}/postgres`);
      await client.connect();
      await client.query('create database crash');
      await client.end();
      const address = `${postgres.address}/crash`;
      let next = 0;
      let count = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const isServer = kill % 2 === 1;
        const ended = await publishUntilKilled([address, String(next)], (child) => {
          if (isServer) postgres.kill();
          child.kill('SIGKILL');
        });
        if (isServer) postgres.start();
        const whole = await expectWhole(address, ended);
        next = whole.next;
        count += whole.count;
      }
      reportFigures({ check: 1, engine: 'postgres', kills: KILLS, acknowledged: count, lost: 0 });
      expect(count).toBeGreaterThanOrEqual(KILLS);
    },
    LONGEST_MS,
  );

  it(
    'is found out where it writes file by file',
    async () => {
      const place = join(folder, 'naive');
      let mixed = 0;
      for (let kill = 0; kill < NAIVE_KILLS; kill += 1) {
        rmSync(place, { recursive: true, force: true });
        await publishUntilKilled([place, '0', 'naive']);
        const pointer = readFileSync(join(place, 'pointer'), 'utf8');
        const numbers = readdirSync(place)
          .filter((name) => name.includes('page-'))
          .map((name) => /Release (\d+)/.exec(readFileSync(join(place, name), 'utf8'))?.[1]);
        if (numbers.some((number) => number !== pointer)) mixed += 1;
      }
      reportFigures({ check: 1, planted: 'file by file', kills: NAIVE_KILLS, mixed });
      expect(mixed).toBeGreaterThan(0);
    },
    LONGEST_MS,
  );
});
