import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScreenText } from '#renderer/grammar/testing.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type RunningServer, startServer } from '../start.ts';
import { testProject } from '../testing.ts';
import { closeScreen, openScreen } from './closed-screens.ts';
import type { Database } from './database.ts';
import { openRegistry, type OpenRegistry } from './open-registry.ts';
import { makeRelease, publish } from './releases.ts';
import { rollBack } from './roll-back.ts';
import { serveRegistry } from './serve-registry.ts';
import { by, PAYING, screenWithText, smallProject } from './testing.ts';

let folder = '';
let registry: OpenRegistry;
let server: RunningServer;
const ROUTES = { routes: ['/shelf'], params: {} };
const OPEN: ScreenText = { ...ROUTES, public: true, data: {} };
const DATA = { shelf: { endpoint: 'shelf', with: { cardId: '1' } } };
/** A payment needs a session. */
const PAYS: ScreenText = { ...ROUTES, data: DATA, ...PAYING };
const PAYING_SCREEN = { $schema: '../schemas/screen.schema.json', grammar: 1, id: 'fines', title: 'Fines' };

/** `fines` pays, too, if a test needs two screens that pay. */
function project(shelf: ScreenText, isTwice = false) {
  const fines = { ...PAYING_SCREEN, data: DATA, ...PAYING };
  return smallProject(shelf, isTwice ? { screens: { fines } } : {});
}

async function start(first = project({ ...OPEN, ...screenWithText('One') })): Promise<void> {
  const settings = readSettings({ PORT: '0', CAPIZ_DATA: folder }) as Settings;
  registry = await openRegistry({ address: settings.database, folder }, () => first, Date.now);
  const source = await serveRegistry(registry, () => {}, { reportSample: 0 });
  server = await startServer(settings, testProject, () => {}, source);
}

async function stop(): Promise<void> {
  await server.close(0);
  await registry.database.close();
}

async function goLive(shelf: ScreenText): Promise<void> {
  const { hash } = await makeRelease(registry.database, { bytes: project(shelf), ...by('ana', Date.now()) });
  await publish(registry.database, { release: hash, ...by('ana', Date.now()) });
}

/** A page: its document, the address of its plan, and its browser's cookies. */
async function openPage() {
  const reply = await fetch(`${server.origin}/shelf`);
  const html = await reply.text();
  return {
    tag: reply.headers.get('etag') ?? '',
    version: Number(/"version":(\d+)/.exec(html)?.[1]),
    release: `/capiz/releases/${/"name":"([\w-]{16})","version"/.exec(html)?.[1]}.json`,
    said: /"(One|Two)"/.exec(html)?.[1],
    plan: `/capiz/plans/${/"shelf":"([\w-]+)"/.exec(html)?.[1]}.json`,
    cookies: reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

const get = (path: string) => fetch(`${server.origin}${path}`);

/** Status of a call, and what its headers say about the page. */
async function call(path: string, screen?: string, cookies = '') {
  const headers = { cookie: cookies, ...(screen !== undefined && { 'Capiz-Screen': screen }) };
  const reply = await fetch(`${server.origin}${path}`, { method: 'POST', headers });
  return { status: reply.status, page: reply.headers.get('capiz-page') };
}

const close = (database: Database) => closeScreen(database, { screen: 'shelf', ...by('ana') });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-open-pages-'));
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an open page', () => {
  it('gets the plans of its release from a server that started after another release went live', async () => {
    await start();
    const { plan, said } = await openPage();
    const before = await (await get(plan)).text();
    await expect
      .poll(() => registry.database.queries.selectFrom('served_files').select('address').execute())
      .toContainEqual({ address: plan });
    await goLive({ ...OPEN, ...screenWithText('Two') });
    await stop();
    await start();
    expect(said).toBe('One');
    expect((await openPage()).said).toBe('Two');
    const after = await get(plan);
    expect(after.status).toBe(200);
    expect(after.headers.get('cache-control')).toContain('immutable');
    expect(await after.text()).toBe(before);
    expect((await get('/capiz/plans/AAAAAAAAAAAAAAAA.json')).status).toBe(404);
  });

  it('has a current document until a publish or a rollback', async () => {
    await start();
    const first = await openPage();
    const again = async () => {
      const headers = { 'If-None-Match': first.tag };
      return (await fetch(`${server.origin}/shelf`, { headers })).status;
    };
    expect(await again()).toBe(304);
    await goLive({ ...OPEN, ...screenWithText('Two') });
    await expect.poll(again).toBe(200);
    const second = await openPage();
    await rollBack(registry.database, by('ana', Date.now()));
    await expect.poll(async () => (await openPage()).said).toBe('One');
    // The first release again, with a later version: an older document differs from it.
    expect(new Set([first.tag, second.tag, (await openPage()).tag]).size).toBe(3);
  });

  it('stays on its release when its server restarts, and leaves a release that was rolled back', async () => {
    await start();
    const first = await openPage();
    await goLive({ ...OPEN, ...screenWithText('Two') });
    await expect.poll(async () => (await openPage()).said).toBe('Two');
    const second = await openPage();
    const says = async ({ cookies }: typeof first) => {
      const reply = await fetch(`${server.origin}/shelf`, { headers: { cookie: cookies } });
      return /"(One|Two)"/.exec(await reply.text())?.[1];
    };
    await stop();
    await start();
    expect([await says(first), await says(second), (await openPage()).said]).toEqual(['One', 'Two', 'Two']);
    await rollBack(registry.database, by('ben', Date.now()));
    await stop();
    await start();
    expect([await says(first), await says(second)]).toEqual(['One', 'One']);
  });

  it('gets 503, not 404, for its plan while the database is unreachable', async () => {
    await start();
    const database = registry.database.queries;
    await database.schema.dropTable('served_files').execute();
    const reply = await get('/capiz/plans/AAAAAAAAAAAAAAAA.json');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('has a document version that follows the order of publishing, whatever the clocks of the servers', async () => {
    await start();
    const versions = [(await openPage()).version];
    const hour = 60 * 60_000;
    const early = { ...by('ana'), at: Date.now() + hour };
    const { hash } = await makeRelease(registry.database, {
      bytes: project({ ...OPEN, ...screenWithText('Two') }),
      ...early,
    });
    await publish(registry.database, { release: hash, ...early });
    await expect.poll(async () => (await openPage()).said).toBe('Two');
    versions.push((await openPage()).version);
    // A server rolls back whose clock is an hour behind that of the previous one.
    await rollBack(registry.database, { ...by('ben'), at: Date.now() });
    await expect.poll(async () => (await openPage()).said).toBe('One');
    versions.push((await openPage()).version);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('learns from its next call that its release was rolled back', async () => {
    await start();
    await goLive({ ...OPEN, ...screenWithText('Two') });
    await expect.poll(async () => (await openPage()).said).toBe('Two');
    const { cookies } = await openPage();
    expect((await call('/api/pay-fine', 'shelf', cookies)).page).toBeNull();
    await rollBack(registry.database, by('ben'));
    await expect.poll(async () => (await openPage()).said).toBe('One');
    expect((await call('/api/pay-fine', 'shelf', cookies)).page).toBe('aged');
    const { cookies: fresh } = await openPage();
    expect((await call('/api/pay-fine', 'shelf', fresh)).page).toBeNull();
  });
});

describe('a closed screen', () => {
  it('makes no calls, and its plan is served to nobody, also after a restart', async () => {
    await start(project(PAYS));
    const { plan, release } = await openPage();
    expect((await get(plan)).status).toBe(200);
    expect(await (await get(release)).text()).toContain('"fine-state"');
    await close(registry.database);
    await expect.poll(async () => (await call('/api/pay-fine', 'shelf')).status).toBe(410);
    expect(await call('/api/fine-state', 'shelf')).toEqual({ status: 410, page: 'closed' });
    expect(await call('/api/pay-fine', 'book')).toEqual({ status: 400, page: null });
    expect((await get(release)).status).toBe(404);
    const { release: without } = await openPage();
    expect(await (await get(without)).text()).not.toContain('"fine-state"');
    await stop();
    await start();
    await expect.poll(async () => (await get(plan)).status).toBe(410);
    await openScreen(registry.database, { screen: 'shelf', ...by('ana') });
    await expect.poll(async () => (await get(plan)).status).toBe(200);
    expect((await call('/api/pay-fine', 'shelf')).status).not.toBe(410);
  });

  it('makes no calls from pages that do not name the calling screen, if no open screen makes the same call', async () => {
    await start(project(PAYS));
    expect((await call('/api/pay-fine')).status).not.toBe(410);
    await close(registry.database);
    await expect.poll(async () => (await call('/api/pay-fine')).status).toBe(410);
    expect((await call('/api/book')).status).not.toBe(410);
  });

  it('is closed and opened while the release that went live cannot be read', async () => {
    await start();
    const bytes = project({ ...OPEN, ...screenWithText('Two') });
    const { hash } = await makeRelease(registry.database, { bytes, ...by('ana', Date.now()) });
    const { schema } = registry.database.queries;
    await schema.alterTable('contents').renameTo('out_of_reach').execute();
    await registry.database.queries.updateTable('pointers').set({ release: hash }).execute();
    await close(registry.database);
    const says = async () =>
      /(One|Two|not available right now)/.exec(await (await get('/shelf')).text())?.[1];
    await expect.poll(says).toBe('not available right now');
    await openScreen(registry.database, { screen: 'shelf', ...by('ana') });
    await expect.poll(says).toBe('One');
  });

  it('is closed at once in every release in memory, without reloading one', async () => {
    await start();
    const { cookies } = await openPage();
    await goLive({ ...OPEN, ...screenWithText('Two') });
    await expect.poll(async () => (await openPage()).said).toBe('Two');
    const { schema } = registry.database.queries;
    await schema.alterTable('contents').renameTo('out_of_reach').execute();
    await close(registry.database);
    const says = async (cookie: string) =>
      /(One|Two|not available right now)/.exec(
        await (await fetch(`${server.origin}/shelf`, { headers: { cookie } })).text(),
      )?.[1];
    await expect.poll(() => says('')).toBe('not available right now');
    expect(await says(cookies)).toBe('not available right now');
    await openScreen(registry.database, { screen: 'shelf', ...by('ana') });
    await expect.poll(() => says('')).toBe('Two');
    expect(await says(cookies)).toBe('One');
  });

  it('does not block the calls of another open screen', async () => {
    await start(project(PAYS, true));
    await close(registry.database);
    await expect.poll(async () => (await call('/api/pay-fine', 'shelf')).status).toBe(410);
    expect((await call('/api/pay-fine')).status).not.toBe(410);
    expect((await call('/api/pay-fine', 'fines')).status).not.toBe(410);
  });
});
