import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { runCommandLine } from '#src/cli/main.ts';
import { verifyAudit, listRecords } from '#src/server/registry/audit.ts';
import { findLive } from '#src/server/registry/manifests.ts';
import { openRegistry } from '#src/server/registry/open-registry.ts';
import { listReleases, makeRelease, publish } from '#src/server/registry/releases.ts';
import { serveRegistry } from '#src/server/registry/serve-registry.ts';
import { by, screenWithText, WORDS_ALONE } from '#src/server/registry/testing.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { startServer } from '#src/server/start.ts';
import { testProject } from '#src/server/testing.ts';
import { LONG } from '#tests/property/settings.ts';
import { findPostgres, type RunningPostgres, startPostgres } from '#tests/postgres.mjs';

/** Number of releases that go live during the copy. */
const PUBLISHED = LONG ? 40 : 6;

const folder = mkdtempSync(join(tmpdir(), 'capiz-backup-'));
let postgres: RunningPostgres;
beforeAll(() => {
  postgres = startPostgres();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function filesOf(word: string): Map<string, Buffer> {
  const screen = { routes: ['/shelf'], public: true, params: {}, data: {}, ...screenWithText(word) };
  return new Map(library(screen, { app: WORDS_ALONE }).map(({ path, text }) => [path, Buffer.from(text)]));
}

/** An installation on this machine with a server. */
async function install(name: string, environment: { readonly [name: string]: string } = {}) {
  const settings = readSettings({ PORT: '0', CAPIZ_DATA: join(folder, name), ...environment }) as Settings;
  const address = { address: settings.database, folder: settings.folder };
  const registry = await openRegistry(address, () => filesOf('Release 0'), Date.now);
  const source = await serveRegistry(registry, () => {}, { reportSample: 0 });
  const server = await startServer(settings, testProject, () => {}, source);
  return {
    database: registry.database,
    /** What borrowers get: the plan by its name, byte for byte. */
    async serves() {
      const html = await (await fetch(`${server.origin}/shelf`)).text();
      const plan = /"shelf":"([\w-]+)"/.exec(html)?.[1] ?? '';
      return { plan, bytes: await (await fetch(`${server.origin}/capiz/plans/${plan}.json`)).text() };
    },
    async stop() {
      await server.close(0);
      await registry.database.close();
    },
  };
}

/** Runs a program of PostgreSQL. */
function run(program: string, ...args: string[]): Buffer {
  return execFileSync(join(findPostgres(), program), args);
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(`${postgres.address}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${postgres.address}/${name}`;
}

interface Way {
  readonly engine: string;
  /** The environment of the copied installation. */
  begin(): Promise<{ readonly [name: string]: string }>;
  copy(): Promise<void>;
  /** Restores the copy. @returns The environment of the restored installation. */
  restore(): Promise<{ readonly [name: string]: string }>;
}

const copied = join(folder, 'copy.db');
const dumped = join(folder, 'copy.dump');
const WAYS: readonly Way[] = [
  {
    engine: 'sqlite',
    begin: () => Promise.resolve({}),
    async copy() {
      const terminal = { folder, out: () => {}, err: () => {}, hasColour: false, now: () => 0 };
      expect(await runCommandLine(['backup', copied, '--data', 'sqlite'], terminal)).toBe(0);
      // An existing file is not overwritten.
      expect(await runCommandLine(['backup', copied, '--data', 'sqlite'], terminal)).toBe(2);
    },
    restore() {
      mkdirSync(join(folder, 'sqlite-again'));
      copyFileSync(copied, join(folder, 'sqlite-again/registry.db'));
      return Promise.resolve({});
    },
  },
  {
    engine: 'postgres',
    begin: async () => ({ DATABASE_URL: await createDatabase('first') }),
    copy() {
      writeFileSync(dumped, run('pg_dump', '-Fc', `${postgres.address}/first`));
      return Promise.resolve();
    },
    async restore() {
      const address = await createDatabase('again');
      run('pg_restore', '--exit-on-error', '--no-owner', '-d', address, dumped);
      return { DATABASE_URL: address };
    },
  },
];

describe.each(WAYS)('a backup of $engine', ({ engine, begin, copy, restore }) => {
  it('a copy made while releases go live serves the same release elsewhere, byte for byte', async () => {
    const first = await install(engine, await begin());
    const plans = new Map<string, Awaited<ReturnType<typeof first.serves>>>();
    async function goLive(count: number): Promise<void> {
      const bytes = filesOf(`Release ${count}`);
      const { hash } = await makeRelease(first.database, { bytes, ...by('ana', count) });
      await publish(first.database, { release: hash, ...by('ana', count) });
      await expect.poll(async () => (await first.serves()).bytes).toContain(`"Release ${count}"`);
      plans.set(hash, await first.serves());
    }
    for (let count = 1; count <= PUBLISHED; count += 1) {
      if (count === PUBLISHED / 2) await Promise.all([goLive(count), copy()]);
      else await goLive(count);
    }
    const records = await listRecords(first.database.queries);
    await first.stop();

    const again = await install(`${engine}-again`, await restore());
    const { queries } = again.database;
    const live = (await findLive(queries))?.release ?? '';
    expect((await listReleases(queries)).length).toBeGreaterThanOrEqual(PUBLISHED / 2);
    expect(await again.serves()).toEqual(plans.get(live));
    expect(await verifyAudit(queries)).toMatchObject({ isWhole: true });
    // Nobody has signed in yet, so this start has made another link for the first admin.
    const [link, ...kept] = await listRecords(queries);
    expect(link).toMatchObject({ action: 'staff.invite', actor: 'first-start' });
    expect(records.slice(-kept.length)).toEqual(kept);
    // The copy can publish.
    const { hash } = await makeRelease(again.database, { bytes: filesOf('After'), ...by('ben') });
    await publish(again.database, { release: hash, ...by('ben') });
    await expect.poll(async () => (await again.serves()).bytes).toContain('"After"');
    await again.stop();
  }, 120_000);
});
