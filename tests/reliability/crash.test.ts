import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { verifyAudit } from '#src/server/registry/audit.ts';
import { openDatabase } from '#src/server/registry/database.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { readCompiled } from '#src/server/registry/compiled.ts';
import { readFiles } from '#src/server/registry/manifests.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { LONG, SEED } from '#tests/property/settings.ts';
import { type Acts, ACTS, readShare, truthAfter } from './acts.ts';
import { buildProgram } from './build-program.ts';
import { reportFigures } from './figures.ts';

/** Number of kills by act; the long check has the promised numbers. */
const KILLS: { readonly [acts in Acts]: number } = LONG
  ? { registry: 200, rollback: 50, rollout: 50 }
  : { registry: 3, rollback: 1, rollout: 1 };
const ALL_KILLS = Object.values(KILLS).reduce((sum, count) => sum + count, 0);
const NAIVE_KILLS = LONG ? 50 : 10;
/**
 * A process is killed at a random moment within this time after its first answer; chosen so that it hits the act: a rollback
 * takes a few ms, a release a hundred.
 */
const WITHIN_MS: { readonly [acts in Acts | 'naive']: number } = {
  registry: 120,
  rollback: 15,
  rollout: 40,
  naive: 120,
};
const isMeant = (acts: Acts | 'naive', count: number) => acts !== 'rollback' || count % 2 === 1;
/** A timeout for hanging tests, not a promise. */
const LONGEST_MS = Math.max(120, ALL_KILLS * 15) * 1_000;

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

/** Seeded: the same moments in every run. */
let state = SEED;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % below;
}

interface Ended {
  /** The acknowledged acts: number and release. */
  readonly acknowledged: readonly (readonly [count: number, release: string])[];
}

const killIt = (child: ChildProcess) => void child.kill('SIGKILL');

/** Ignores an incomplete last line. */
function readLines(said: string): Ended['acknowledged'] {
  return said
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [count = '', release = ''] = line.split(' ');
      return [Number(count), release] as const;
    });
}

/** Starts a publisher; some time after one of its answers, calls `kill`. */
function publishUntilKilled(
  address: string,
  first: number,
  acts: Acts | 'naive',
  kill: (child: ChildProcess) => void = killIt,
): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn('node', [publisher, address, String(first), acts], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    let isDying = false;
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (isDying || !readLines(said).some(([count]) => isMeant(acts, count))) return;
      isDying = true;
      setTimeout(() => kill(child), random(WITHIN_MS[acts]));
    });
    child.on('close', () => done({ acknowledged: readLines(said) }));
  });
}

/** Every acknowledged release is present and complete; the live one is complete; nothing is partial. */
async function expectWhole(
  address: string,
  acts: Acts,
  { acknowledged }: Ended,
): Promise<{ readonly next: number; readonly isHeard: boolean }> {
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
    // All screens have the same number.
    const numbers = new Set(
      [...plans.values()].flatMap((plan) =>
        [...JSON.stringify(plan).matchAll(/Release (\d+)/g)].map(([, n]) => Number(n)),
      ),
    );
    expect(numbers.size).toBe(1);
    const truth = { live: [...numbers][0], share: await readShare(queries) };
    // The state of the last answer, or of the next change, whose answer was lost.
    expect([truthAfter(acts, last), truthAfter(acts, last + 1)]).toContainEqual(truth);
    const isHeard = isDeepStrictEqual(truth, truthAfter(acts, last));
    if (isHeard) expect(live?.release).toBe(lastRelease);
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true });
    if (database.engine === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(queries);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    return { next: last + (isHeard ? 1 : 2), isHeard };
  } finally {
    await database.close();
  }
}

interface Killed {
  readonly acknowledged: number;
  /** Changes that took effect, but whose answer was lost. */
  readonly unheard: number;
}

/** Kills one publisher after the other. */
async function killMany(
  acts: Acts,
  address: string,
  endAt: (kill: number) => { readonly kill: (child: ChildProcess) => void; readonly after?: () => void },
): Promise<Killed> {
  let next = 0;
  let acknowledged = 0;
  let unheard = 0;
  for (let at = 0; at < KILLS[acts]; at += 1) {
    const { kill, after } = endAt(at);
    const ended = await publishUntilKilled(address, next, acts, kill);
    after?.();
    const whole = await expectWhole(address, acts, ended);
    next = whole.next;
    acknowledged += ended.acknowledged.length;
    if (!whole.isHeard) unheard += 1;
  }
  return { acknowledged, unheard };
}

describe('a killed process that publishes, rolls back or widens a rollout', () => {
  it(
    'has lost nothing that it acknowledged and left nothing half done, in the embedded database',
    async () => {
      for (const acts of ACTS) {
        const killed = await killMany(acts, join(folder, `${acts}.db`), () => ({ kill: killIt }));
        const of = { check: 1, engine: 'sqlite', acts, kills: KILLS[acts] };
        reportFigures({ ...of, ...killed, lost: 0, mixed: 0 });
        expect(killed.acknowledged).toBeGreaterThanOrEqual(KILLS[acts]);
      }
    },
    LONGEST_MS,
  );

  it(
    'loses nothing in PostgreSQL, not even if PostgreSQL itself is killed',
    async () => {
      for (const acts of ACTS) {
        const client = new pg.Client(`${postgres.address}/postgres`);
        await client.connect();
        await client.query(`create database crash_${acts}`);
        await client.end();
        const killed = await killMany(acts, `${postgres.address}/crash_${acts}`, (at) => {
          if (at % 2 === 0) return { kill: killIt };
          const kill = (child: ChildProcess) => {
            postgres.kill();
            killIt(child);
          };
          return { kill, after: () => postgres.start() };
        });
        const of = { check: 1, engine: 'postgres', acts, kills: KILLS[acts] };
        reportFigures({ ...of, ...killed, lost: 0, mixed: 0 });
        expect(killed.acknowledged).toBeGreaterThanOrEqual(KILLS[acts]);
      }
    },
    LONGEST_MS,
  );

  it(
    'the check detects a publish that writes file by file',
    async () => {
      const place = join(folder, 'naive');
      let mixed = 0;
      for (let kill = 0; kill < NAIVE_KILLS; kill += 1) {
        rmSync(place, { recursive: true, force: true });
        await publishUntilKilled(place, 0, 'naive');
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
