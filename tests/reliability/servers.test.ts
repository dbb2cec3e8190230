import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import { openRegistry, type OpenRegistry } from '#src/server/registry/open-registry.ts';
import { makeRelease, publish } from '#src/server/registry/releases.ts';
import { rollBack } from '#src/server/registry/roll-back.ts';
import { returnRollout, startRollout } from '#src/server/registry/rollouts.ts';
import { serveRegistry } from '#src/server/registry/serve-registry.ts';
import { by, screenWithText, WORDS_ALONE } from '#src/server/registry/testing.ts';
import { readSettings, type Settings } from '#src/server/settings.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { testProject } from '#src/server/testing.ts';
import { LONG } from '#tests/property/settings.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';

/** The promise is one second; on a busy machine the test still proves that no server waits for its next poll. */
const SOON_MS = LONG ? 1_000 : 4_000;

const folder = mkdtempSync(join(tmpdir(), 'capiz-servers-'));
let postgres: RunningPostgres;
let address = '';
const running: { readonly server: RunningServer; readonly registry: OpenRegistry }[] = [];

function project(shelf: ScreenText): Map<string, Buffer> {
  const screen = { routes: ['/shelf'], public: true, params: {}, data: {}, ...shelf };
  return new Map(library(screen, { app: WORDS_ALONE }).map(({ path, text }) => [path, Buffer.from(text)]));
}

async function startOne(name: string): Promise<void> {
  const settings = readSettings({
    PORT: '0',
    DATABASE_URL: address,
    CAPIZ_DATA: join(folder, name),
  }) as Settings;
  const registry = await openRegistry(
    { address: settings.database, folder: settings.folder },
    () => project(screenWithText('One')),
    Date.now,
  );
  const source = await serveRegistry(registry, () => {}, { reportSample: 0 });
  running.push({ server: await startServer(settings, testProject, () => {}, source), registry });
}

/** The text that each running server sends. */
function words(cookie = ''): Promise<(string | undefined)[]> {
  return Promise.all(
    running.map(async ({ server }) => {
      const html = await (await fetch(`${server.origin}/shelf`, { headers: { cookie } })).text();
      return ['One', 'Two', 'Three'].find((word) => html.includes(`"${word}"`));
    }),
  );
}

async function goLive(word: string): Promise<void> {
  const [first] = running;
  if (first === undefined) throw new Error('No server is left.');
  const { database } = first.registry;
  const { hash } = await makeRelease(database, { bytes: project(screenWithText(word)), ...by('ana') });
  await publish(database, { release: hash, ...by('ana') });
}

beforeAll(async () => {
  postgres = startPostgres();
  const client = new pg.Client(`${postgres.address}/postgres`);
  await client.connect();
  await client.query('create database servers');
  await client.end();
  address = `${postgres.address}/servers`;
  // All three find an empty database at once: one of them makes the first release.
  await Promise.all(['a', 'b', 'c'].map(startOne));
});
afterAll(async () => {
  await Promise.all(
    running.map(async ({ server, registry }) => {
      await server.close(0);
      await registry.database.close();
    }),
  );
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('three servers on one PostgreSQL', () => {
  it('all serve the release that one of them publishes or rolls back to', async () => {
    expect(await words()).toEqual(['One', 'One', 'One']);
    await goLive('Two');
    await expect.poll(() => words(), { timeout: SOON_MS }).toEqual(['Two', 'Two', 'Two']);
    await rollBack(running[1]?.registry.database as OpenRegistry['database'], by('ben'));
    await expect.poll(() => words(), { timeout: SOON_MS }).toEqual(['One', 'One', 'One']);
  });

  it('a rollout that one server starts assigns every visitor to the same side on all servers', async () => {
    const [first] = running;
    if (first === undefined) throw new Error('No server is left.');
    const { database } = first.registry;
    const { hash } = await makeRelease(database, { bytes: project(screenWithText('Two')), ...by('ana') });
    const strategy = { stages: [{ basisPoints: 5_000, bakeMs: 60_000 }], leastViews: 200, thresholds: {} };
    await startRollout(database, { id: 'half', release: hash, strategy, audience: [], ...by('ana') });
    const visitors = Array.from({ length: 40 }, (_, at) => `capiz-visitor=${String(at).padStart(22, 'v')}`);
    const sides = () => Promise.all(visitors.map((cookie) => words(cookie)));
    // Visitors in the half of the rollout get the new release on all three servers.
    await expect.poll(async () => new Set((await sides()).flat()).size, { timeout: SOON_MS }).toBe(2);
    await expect
      .poll(async () => (await sides()).filter((said) => new Set(said).size > 1), { timeout: SOON_MS })
      .toEqual([]);
    expect(new Set((await sides()).flat())).toEqual(new Set(['One', 'Two']));
    await returnRollout(database, { id: 'half', ...by('ana') });
    await expect.poll(() => words(), { timeout: SOON_MS }).toEqual(['One', 'One', 'One']);
  });

  it('the death of one server does not affect the others, and the death of the database affects no borrower', async () => {
    const [first] = running.splice(0, 1);
    await first?.server.close(0);
    await first?.registry.database.close();
    await goLive('Three');
    await expect.poll(() => words(), { timeout: SOON_MS }).toEqual(['Three', 'Three']);
    postgres.kill();
    expect(await words()).toEqual(['Three', 'Three']);
    postgres.start();
    await expect
      .poll(
        () =>
          goLive('Two').then(
            () => 'published',
            () => 'not yet',
          ),
        { timeout: 10_000 },
      )
      .toBe('published');
    await expect.poll(() => words(), { timeout: 10_000 }).toEqual(['Two', 'Two']);
  });
});
