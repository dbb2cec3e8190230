import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePorts } from '#tests/free-ports.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildMain, type Started, startMain, writeProject } from './main-program.ts';
import { makeNewer } from './newer-program.ts';
import { createDatabase } from './server-processes.ts';
import { type Ends, expectOneEffectEach, startLoans, startNginx, startTraffic } from './traffic.ts';

/* Two servers behind nginx with its defaults are replaced one after the other by a version with one more migration. */

const folder = mkdtempSync(join(tmpdir(), 'capiz-rolling-'));
const project = join(folder, 'project');
let programs = { older: '', newer: '' };
let postgres: RunningPostgres;
const ends: Ends = [];
beforeAll(async () => {
  const older = await buildMain(folder);
  programs = { older, newer: makeNewer(older) };
  writeProject(project);
  postgres = startPostgres(['fsync=off']);
}, 120_000);
afterAll(() => {
  for (const end of ends.reverse()) end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a rolling upgrade behind nginx with its defaults loses nothing, and no payment happens twice', async () => {
  const loans = await startLoans(ends);
  const DATABASE_URL = await createDatabase(postgres.address, 'rolling');
  const ports = [await findFreePorts(), await findFreePorts()];
  const start = async (at: number, program: string): Promise<Started> => {
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
  const servers = [await start(0, programs.older), await start(1, programs.older)];
  const origin = await startNginx(folder, ports, ends);

  const traffic = startTraffic(origin, ends);
  await wait(1_000);
  for (const at of [0, 1]) {
    servers[at]?.child.kill('SIGTERM');
    expect((await servers[at]?.ended)?.code).toBe(0);
    // The next server is stopped as soon as this one is ready. Meanwhile it serves with a database that is newer.
    servers[at] = await start(at, programs.newer);
  }
  const { number, statuses } = await traffic.stop();
  process.stdout.write(`${JSON.stringify({ rolling: statuses })}\n`);
  expect(statuses).toEqual({ 200: number });
  expect(number).toBeGreaterThan(300);
  expectOneEffectEach(loans.effects, number);
}, 240_000);
