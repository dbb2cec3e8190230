import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { LONG } from '#tests/property/settings.ts';
import { canTrace, TRACING } from '#tests/strace.mjs';
import { buildProgram } from './build-program.ts';
import { reportFigures } from './figures.ts';

/** Number of traced releases; each is made, then made live. */
const PUBLISHED = LONG ? 400 : 20;
/** Without permission to trace, the short check is skipped, and the long check fails. */
const ENGINES = LONG || canTrace() ? (['sqlite', 'postgres'] as const) : [];
/** A timeout for hanging tests, not a promise. */
const LONGEST_MS = 60_000 + PUBLISHED * 1_500;

const folder = mkdtempSync(join(tmpdir(), 'capiz-durability-'));
let publisher = '';

beforeAll(async () => {
  publisher = await buildProgram('publisher', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answers {
  readonly answers: number;
  /** Answers without a completed `fsync` since the answer before. */
  readonly unsynced: number;
}

const SYNCED = /\bf(data)?sync(\(\d+\)| resumed>\)) += 0/;

function countAnswers(trace: string, answer: RegExp): Answers {
  let isSynced = false;
  let answers = 0;
  let unsynced = 0;
  for (const line of trace.split('\n')) {
    if (SYNCED.test(line)) isSynced = true;
    if (!answer.test(line)) continue;
    answers += 1;
    if (!isSynced) unsynced += 1;
    isSynced = false;
  }
  return { answers, unsynced };
}

/** System calls of the publishing process. */
function traceFile(mode: string): Answers {
  const trace = join(folder, `trace-${mode}`);
  const args = [publisher, join(folder, `${mode}.db`), '0', mode, String(PUBLISHED)];
  const { status, stderr } = spawnSync('strace', ['-o', trace, ...TRACING, 'node', ...args]);
  if (status !== 0) throw new Error(`It was not traced: ${String(stderr)}`);
  return countAnswers(readFileSync(trace, 'utf8'), /write\(\d+, "\d+ [0-9a-f]{16}/);
}

let server: RunningPostgres | undefined;
/**
 * A server whose default is the careless setting, which our connections override. Its own flush comes too late to be
 * mistaken for one of a commit.
 */
const CARELESS = ['synchronous_commit=off', 'wal_writer_delay=10s'];
afterAll(() => server?.stop());

/** System calls of PostgreSQL's backend and its WAL writer. */
function traceServer(mode: string): Answers {
  server ??= startPostgres(CARELESS, 'trace');
  const trace = join(server.folder, 'trace');
  const before = readFileSync(trace, 'utf8').length;
  const args = [publisher, `${server.address}/postgres`, '0', mode, String(PUBLISHED)];
  const { status, stderr } = spawnSync('node', args);
  if (status !== 0) throw new Error(`Nothing was published: ${String(stderr)}`);
  return countAnswers(readFileSync(trace, 'utf8').slice(before), /sendto\(\d+, "C\\0\\0\\0\\vCOMMIT/);
}

describe.each(ENGINES)('between two answers of %s', (engine) => {
  const trace = engine === 'sqlite' ? traceFile : traceServer;
  it(
    'acknowledged writes are on disk; the check detects a database that does not flush them',
    () => {
      const real = trace('registry');
      expect(real.answers).toBeGreaterThanOrEqual(PUBLISHED);
      expect(real.unsynced).toBe(0);
      const planted = trace('unsynced');
      reportFigures({ check: 2, engine, real, planted });
      expect(planted.unsynced).toBeGreaterThan(planted.answers / 2);
    },
    LONGEST_MS,
  );
});
