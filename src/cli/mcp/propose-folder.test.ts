import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegistryApi } from '#src/server/registry/api.ts';
import { type Database, openDatabase } from '#src/server/registry/database.ts';
import { composeDraft, listDrafts } from '#src/server/registry/drafts.ts';
import { readBytes } from '#src/server/registry/manifests.ts';
import { makeRelease, publish } from '#src/server/registry/releases.ts';
import { by, screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { givenStaff } from '#src/server/staff/testing.ts';
import { createPropose } from './propose-folder.ts';

/* Proposals to a real server, with a real database. */

const SHELF = 'screens/shelf.screen.json';

let database: Database;
const ends: (() => unknown)[] = [];
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-propose-'));
  database = await openDatabase(join(folder, 'registry.db'));
  vi.stubEnv('CAPIZ_TOKEN', await givenStaff(database, 'ana'));
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.close(),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

const filesOf = (bytes: ReadonlyMap<string, Buffer>) =>
  [...bytes].map(([path, content]) => ({ path, text: content.toString('utf8') }));
const base = filesOf(smallProject(screenWithText('One')));
const edited = filesOf(smallProject(screenWithText('Two')));

async function serve(): Promise<string> {
  const api = createRegistryApi({ database, now: () => 5_000, afterChange: () => Promise.resolve() });
  const server = createServer((incoming, outgoing) => void getRequestListener(api.fetch)(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function goLive(text: string): Promise<void> {
  const { hash } = await makeRelease(database, { bytes: smallProject(screenWithText(text)), ...by('ana') });
  await publish(database, { release: hash, ...by('ana') });
}

async function begin() {
  return createPropose({ server: await serve() }, folder, () => 'helpful');
}

async function textIn(draft: string): Promise<string> {
  const { queries } = database;
  const { files } = await composeDraft(queries, draft);
  return (await readBytes(queries, files)).get(SHELF)?.toString('utf8') ?? '';
}

it('sends what differs from the beginning as one draft, and the next proposal into the same one', async () => {
  await goLive('One');
  const propose = await begin();
  const first = await propose({ title: 'Two', paths: [] }, base, edited);
  expect(first).toMatchObject({ data: { paths: [SHELF], revision: 1, address: expect.any(String) } });
  const later = filesOf(smallProject(screenWithText('Three')));
  await propose({ title: 'Three', paths: [] }, base, later);
  const drafts = await listDrafts(database.queries, 10);
  expect(drafts).toMatchObject([{ title: 'Three', revision: 2, state: 'open' }]);
  expect(await textIn(drafts[0]?.id ?? '')).toContain('"Three"');
  // An edit that was taken back is taken back in the draft, too.
  await propose({ title: 'None', paths: [] }, base, base);
  expect(await textIn(drafts[0]?.id ?? '')).toContain('"One"');
});

it('sends the whole project if nothing is live', async () => {
  const propose = await begin();
  const made = await propose({ title: 'All', paths: [] }, base, base);
  expect(made).toMatchObject({ data: { paths: expect.arrayContaining(['screens/app.json', SHELF]) } });
});

it('refuses to replace what others published after the session began, unless the path is named', async () => {
  await goLive('Ben');
  const propose = await begin();
  expect(await propose({ title: 'Two', paths: [] }, base, edited)).toMatchObject({
    refused: { code: 'moved', why: expect.stringContaining(SHELF) },
  });
  expect(await propose({ title: 'Two', paths: [SHELF] }, base, edited)).toMatchObject({
    data: { paths: [SHELF] },
  });
});

it('refuses a draft that would have errors on top of the live release', async () => {
  await goLive('One');
  const propose = await begin();
  const part = {
    path: 'screens/parts/hello.part.json',
    text: '{"$schema":"../../schemas/part.schema.json","grammar":5,"id":"hello","body":[]}',
  };
  const using = edited.map(({ path, text }) => ({
    path,
    text:
      path === SHELF
        ? text.replace(/"body": \[/, '"body": [{"type":"part","id":"greeting","part":"hello"},')
        : text,
  }));
  // The folder had the part already when the session began; the live release does not.
  const [before, after] = [
    [...base, part],
    [...using, part],
  ];
  expect(await propose({ title: 'Part', paths: [] }, before, after)).toMatchObject({
    refused: { code: 'incomplete', why: expect.stringContaining('hello') },
  });
  expect(await propose({ title: 'Part', paths: [part.path] }, before, after)).toMatchObject({
    data: { paths: [SHELF, part.path] },
  });
});

it('refuses if there is nothing to propose, or a wrong token', async () => {
  await goLive('One');
  const propose = await begin();
  expect(await propose({ title: 'None', paths: [] }, base, base)).toMatchObject({
    refused: { code: 'nothing' },
  });
  vi.stubEnv('CAPIZ_TOKEN', 'wrong');
  expect(await propose({ title: 'Two', paths: [] }, base, edited)).toMatchObject({
    refused: { code: 'unauthorized' },
  });
});
