import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { makeReleaseParts } from '../project.ts';
import { createTestApp } from '../testing.ts';
import { compileFiles, compileHere } from './compile.ts';
import { hashOf } from './contents.ts';
import { findLive } from './manifests.ts';
import { goLive, makeRelease, publish } from './releases.ts';
import { findRollbackTarget, rollBack } from './roll-back.ts';
import { startRollout } from './rollouts.ts';
import { scheduleRelease } from './schedules.ts';
import { whyUnservable } from './servable.ts';
import { serveRegistry } from './serve-registry.ts';
import { shortName } from '../delivery/visitor.ts';
import { by, onBothEngines, screenWithText, smallProject } from './testing.ts';
import { OWN_ANSWERS } from '#src/simulator/service/service-fixtures.ts';

const SCREEN = { routes: ['/shelf'], params: {}, data: {}, public: true };
const BOOK = 'schemas/api/book.endpoint.json';

function project(text: string): Map<string, Buffer> {
  return smallProject({ ...SCREEN, ...screenWithText(text) });
}

function filesOf(bytes: ReadonlyMap<string, Buffer>) {
  return [...bytes].map(([path, one]) => ({ path, text: one.toString() }));
}

/** A project with a path that no server can know in advance. */
function spoil(
  bytes: ReadonlyMap<string, Buffer>,
  path: unknown = '/loans/${request.id}',
): Map<string, Buffer> {
  const contract = { ...(JSON.parse(String(bytes.get(BOOK))) as object), path };
  return new Map(bytes).set(BOOK, Buffer.from(JSON.stringify(contract)));
}

/**
 * A release from before releases were loaded when they were made: compiled plans, with contracts that no server can
 * load.
 */
const OLD_RELEASE = JSON.parse(readFileSync('fixtures/releases/23a415a.json', 'utf8')) as {
  readonly release: string;
  readonly files: { readonly [path: string]: string };
  readonly app: AppPlan;
  readonly plans: { readonly [screen: string]: Plan };
};

onBothEngines('a release that cannot be served', ({ database }) => {
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
  });

  /** Starts a server. */
  async function start() {
    const source = await serveRegistry({ database: database() }, (line) => lines.push(line), {
      reportSample: 0,
    });
    const parts = source((definitions) => makeReleaseParts(definitions, [], true), new Map(), {
      page: { template: '<head><!--capiz-release--></head>' },
      rehearse: () => ({
        service: OWN_ANSWERS,
        scenarios: new Map(),
        states: { screens: new Map(), sets: new Map() },
        places: '',
      }),
      make: (definitions) => makeReleaseParts(definitions, [], true),
    });
    const { app } = createTestApp({ ...parts });
    const read = async (path: string) => (await app.request(path)).text();
    // Reads the registry again, as a server does after a change.
    const refresh = async () => {
      const { releases } = parts;
      if ('refresh' in releases && typeof releases.refresh === 'function') await releases.refresh();
    };
    return { read, refresh };
  }

  async function make(text: string, at: number): Promise<string> {
    return (await makeRelease(database(), { bytes: project(text), ...by('ana', at) })).hash;
  }

  async function makeLive(text: string, at: number): Promise<string> {
    const release = await make(text, at);
    await giveToAll(release, at);
    return release;
  }

  /** Makes a release whose plans are good but whose documents no server can load, as an older version could. */
  async function makeUnservable(text: string, at: number): Promise<string> {
    const good = project(text);
    const { hash } = await makeRelease(database(), { bytes: spoil(good), ...by('ana', at) }, () =>
      compileHere(filesOf(good)),
    );
    return hash;
  }

  /** Publishes a release without the approval of a second person. */
  function giveToAll(release: string, at: number): Promise<void> {
    return database().write((queries, turn) => goLive(queries, { turn, release, ...by('ana', at) }));
  }

  it('is refused when it is made, even if the checker accepts it', async () => {
    const bytes = spoil(project('One'));
    await expect(makeRelease(database(), { bytes, ...by('ana') })).rejects.toMatchObject({
      code: 'problems',
    });
    const sound = compileFiles(filesOf(project('One')));
    const unservable = whyUnservable({ app: sound.app as AppPlan, plans: sound.plans, files: bytes });
    const compile = () => Promise.resolve({ ...sound, ...(unservable !== undefined && { unservable }) });
    await expect(makeRelease(database(), { bytes, ...by('ana') }, compile)).rejects.toMatchObject({
      code: 'problems',
      message: expect.stringContaining('book.endpoint.json has no path that can be known ahead') as string,
    });
  });

  it('never goes live: publishing, a rollout and a schedule refuse it, and the live release stays', async () => {
    const live = await makeLive('One', 1_000);
    const release = await makeUnservable('Two', 2_000);
    const refusal = {
      code: 'problems',
      message: expect.stringContaining('No server could serve it') as string,
    };
    await expect(publish(database(), { release, ...by('ana', 3_000) })).rejects.toMatchObject(refusal);
    const strategy = { stages: [{ basisPoints: 100, bakeMs: 60_000 }], leastViews: 200, thresholds: {} };
    await expect(
      startRollout(database(), { id: 'r', release, strategy, audience: [], ...by('ana', 3_000) }),
    ).rejects.toMatchObject(refusal);
    await expect(
      scheduleRelease(database(), { id: 's', release, due: 9_000, ...by('ana', 3_000) }),
    ).rejects.toMatchObject(refusal);
    expect((await findLive(database().queries))?.release).toBe(live);
  });

  it('at start, the server uses the newest release that it can serve, logs that, and allows a rollback', async () => {
    await makeLive('One', 1_000);
    const served = await makeLive('Two', 2_000);
    const older = await makeUnservable('Three', 3_000);
    await giveToAll(older, 3_000);
    const newer = await makeUnservable('Four', 4_000);
    await giveToAll(newer, 4_000);
    const server = await start();
    expect(await server.read('/shelf')).toContain('"Two"');
    expect(await server.read('/readyz')).toMatch(
      new RegExp(`^ready\\nrelease ${newer} cannot be served: book.endpoint.json has no path`),
    );
    expect(await server.read('/metrics')).toMatch(/^capiz_releases_unservable [1-9]$/m);
    expect(lines.join('\n')).toContain(`Release ${shortName(newer)} CANNOT BE SERVED`);
    // The releases page names the release that the rollback then makes live.
    expect(await findRollbackTarget(database().queries)).toBe(served);
    expect(await rollBack(database(), by('ana', 5_000))).toBe(served);
    await server.refresh();
    expect(await server.read('/readyz')).toBe('ready');
    expect(await server.read('/metrics')).toMatch(/^capiz_releases_unservable 0$/m);
    expect(await server.read('/shelf')).toContain('"Two"');
    await expect(rollBack(database(), { to: newer, ...by('ana', 6_000) })).rejects.toMatchObject({
      code: 'problems',
    });
  });

  it('while running, the server keeps its release, and serves the next servable one', async () => {
    await makeLive('One', 1_000);
    const server = await start();
    const release = await makeUnservable('Two', 2_000);
    await giveToAll(release, 2_000);
    await server.refresh();
    await server.refresh();
    expect(await server.read('/shelf')).toContain('"One"');
    expect(await server.read('/readyz')).toContain(release);
    expect(lines.filter((line) => line.includes('CANNOT BE SERVED'))).toHaveLength(1);
    await makeLive('Three', 3_000);
    await server.refresh();
    expect(await server.read('/shelf')).toContain('"Three"');
    expect(await server.read('/readyz')).toBe('ready');
  });

  it('may also be a release whose stored content is damaged', async () => {
    await makeLive('One', 1_000);
    const release = await makeLive('Two', 2_000);
    await database().write((queries) =>
      queries.updateTable('releases').set({ manifest: '{}' }).where('hash', '=', release).execute(),
    );
    const server = await start();
    expect(await server.read('/shelf')).toContain('"One"');
    expect(await server.read('/readyz')).toContain('is damaged');
  });

  it('may have a screen called `prototype`, which an earlier version could publish', async () => {
    await makeLive('One', 1_000);
    const release = await makeLive('Two', 2_000);
    const manifest = JSON.stringify({
      files: {},
      compiled: { grammar: 3, app: release, plans: { prototype: release } },
    });
    const renamed = hashOf(manifest);
    await database().write(async (queries) => {
      const row = await queries
        .selectFrom('releases')
        .selectAll()
        .where('hash', '=', release)
        .executeTakeFirstOrThrow();
      await queries
        .insertInto('releases')
        .values({ ...row, hash: renamed, manifest })
        .execute();
      await queries.updateTable('pointers').set({ release: renamed }).where('name', '=', 'live').execute();
    });
    const server = await start();
    expect(await server.read('/shelf')).toContain('"Two"');
    expect(await server.read('/readyz')).toContain('cannot be read');
  });

  it('the check detects a server that loads a release without checking it first: it does not start', () => {
    const { app, plans } = compileFiles(filesOf(project('One')));
    const definitions = { app: app as AppPlan, plans, files: spoil(project('One')) };
    expect(() => makeReleaseParts(definitions, [], true)).toThrow('has no path that can be known ahead');
    expect(whyUnservable(definitions)).toContain('has no path that can be known ahead');
  });

  it('is never a release that only today’s checker refuses: a release made at 23a415a is served, also after a rollback', async () => {
    const bytes = new Map(Object.entries(OLD_RELEASE.files).map(([path, text]) => [path, Buffer.from(text)]));
    // Several rules of today's checker refuse it, and an injected rule refuses every new compile.
    const today = compileFiles(filesOf(bytes));
    expect(today.problems.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
    const plans = new Map(Object.entries(OLD_RELEASE.plans));
    const made = await makeRelease(
      database(),
      { bytes, expected: OLD_RELEASE.release, ...by('ana', 1_000) },
      () => Promise.resolve({ app: OLD_RELEASE.app, plans, problems: [], law: [] }),
    );
    await giveToAll(made.hash, 1_000);
    const server = await start();
    expect(await server.read('/readyz')).toBe('ready');
    expect(await server.read('/shelf')).toContain('Made long ago');
    await makeLive('New', 2_000);
    await server.refresh();
    expect(await server.read('/shelf')).toContain('"New"');
    await rollBack(database(), { to: made.hash, ...by('ana', 3_000) });
    await server.refresh();
    expect(await server.read('/shelf')).toContain('Made long ago');
    const restarted = await start();
    expect(await restarted.read('/shelf')).toContain('Made long ago');
  });
});

const PATHS: readonly unknown[] = [
  ...[
    '/a',
    '/a/',
    '/',
    '/a/:id',
    '/a/:id{[}',
    '/a/*',
    '/a/{b}',
    '/a?b',
    '/a/%62',
    '/é',
    '/a b',
    'a',
    '//a',
    '/a/../b',
  ],
  ...['/a/${request.isbn}', '${request.isbn}', '${config.desk.phone}', '${config.desk.open}', ''],
  { choose: [{ when: "request.isbn == '1'", value: '/a' }, '/b/${request.isbn}'] },
  { choose: [{ when: "request.isbn == '1'", value: '/a' }, '/b'] },
  ...['/healthz', '/capiz/api/v1/live', '/api/shelf'],
];

it.each(PATHS)(
  'the path %j of a contract is refused by the checker, or loaded and requested unchanged',
  (path) => {
    const bytes = spoil(project('One'), path);
    const { app, plans, problems, unservable } = compileFiles(filesOf(bytes));
    if (problems.some(({ severity }) => severity === 'error')) return;
    expect(unservable).toBeUndefined();
    const { contracts } = makeReleaseParts({ app: app as AppPlan, plans, files: bytes }, [], true);
    const own = contracts.find(({ name }) => name === 'book');
    const texts = typeof path === 'string' ? [path] : ['/a', '/b'];
    expect(own?.paths).toEqual(texts);
  },
);
