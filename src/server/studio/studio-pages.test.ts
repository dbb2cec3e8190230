import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { discardDraft, openDraft, saveDraft } from '../registry/drafts.ts';
import { screenWithText, smallProject } from '../registry/testing.ts';
import { openSession } from '../staff/sessions.ts';
import { type Ask, openTestRegistry, type TestRegistry } from '#src/studio/testing.ts';
import { createStudioPages, type SimulatorFixtures } from './studio-pages.ts';
import { OWN_ANSWERS } from '#src/simulator/service/service-fixtures.ts';

const NOW = 5_000;
const BUILT = {
  studio: '<html><head><!--capiz-session--><script src="/own.js"></script></head></html>',
  home: '<html><head><!--capiz-session--><script src="/home.js"></script></head></html>',
  stage:
    '<html><head><script src="/stage.js"></script><link href="/shared.js"><link href="/a.css"></head></html>',
};

let registry: TestRegistry;
let ask: Ask;
beforeEach(async () => {
  registry = await openTestRegistry(() => NOW);
  ask = await registry.askAs('ana');
});
afterEach(() => registry.database.close());

/** The response of the studio's pages to a signed-in person. */
async function visit(path: string, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  const { database } = registry;
  const rehearsed = {
    scenarios: new Map([['plain', { name: 'plain', title: 'Plain '.repeat(100), opens: [], behaviour: {} }]]),
    states: { screens: new Map(), sets: new Map() },
    places: '',
  } as unknown as SimulatorFixtures;
  const pages = createStudioPages({
    database,
    now: () => NOW,
    documents: BUILT,
    rehearse: () => rehearsed,
    environment: 'Test <1>',
    imageHosts: () => ['pictures.example.com'],
  });
  const secret = await openSession(database, { name: 'ana', by: 'password', at: NOW });
  return pages.request(path, { headers: { Cookie: `capiz-staff=${secret}`, ...headers } });
}

const releaseIn = (html: string): string | undefined => /"capiz-release" content="(\w*)"/.exec(html)?.[1];

it('names the release that a draft started from, whatever was published since, or the live release if there is no draft', async () => {
  expect(releaseIn(await (await visit('/studio?new')).text())).toBe('');
  const first = await registry.goLive(ask, smallProject(screenWithText('Before.')));
  await openDraft(registry.database, { actor: 'ana', at: NOW, id: 'mine', title: 'Mine' });
  const second = await registry.goLive(ask, smallProject(screenWithText('After.')));
  expect(releaseIn(await (await visit('/studio?new')).text())).toBe(second);
  expect(releaseIn(await (await visit('/studio?draft=mine')).text())).toBe(first);
  expect(releaseIn(await (await visit('/studio/mine/screens/shelf')).text())).toBe(first);
  expect(releaseIn(await (await visit('/studio/review?draft=mine')).text())).toBe(first);
  expect(releaseIn(await (await visit('/studio?draft=nobodys')).text())).toBe(second);
});

it("preloads the first requests of the page with its scripts, and the frame's scripts after them", async () => {
  const release = await registry.goLive(ask, smallProject(screenWithText('Before.')));
  const html = await (await visit('/studio/new/screens')).text();
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    '/own.js',
    '/studio/rehearsal.json',
    `/capiz/api/v1/releases/${release}`,
    `/capiz/api/v1/releases/${release}/bundle`,
    '/stage.js',
    '/shared.js',
  ]);
});

it('caches the frame’s document under its hash only', async () => {
  const name = /"capiz-stage" content="(\w+)"/.exec(await (await visit('/studio')).text())?.[1] ?? '';
  expect(name).toMatch(/^[0-9a-f]{10}$/);
  const cacheOf = async (path: string) => (await visit(path)).headers.get('cache-control');
  expect(await cacheOf(`/studio/stage?v=${name}`)).toBe('private, max-age=86400, immutable');
  expect(await cacheOf('/studio/stage')).toBe('no-store');
  expect(await cacheOf('/studio/stage?v=0123456789')).toBe('no-store');
});

it('sends the fixtures compressed, and only once', async () => {
  const reply = await visit('/studio/rehearsal.json', { 'Accept-Encoding': 'br' });
  expect(reply.headers.get('content-encoding')).toBe('br');
  const sent = brotliDecompressSync(Buffer.from(await reply.arrayBuffer()));
  expect(JSON.parse(sent.toString())).toHaveProperty('scenarios.plain');
  const tag = reply.headers.get('etag') ?? '';
  expect((await visit('/studio/rehearsal.json', { 'If-None-Match': tag })).status).toBe(304);
  const stranger = createStudioPages({
    ...{ database: registry.database, now: () => NOW, documents: BUILT, imageHosts: () => [] },
    rehearse: () => ({
      service: OWN_ANSWERS,
      scenarios: new Map(),
      states: { screens: new Map(), sets: new Map() },
      places: '',
    }),
  });
  expect(
    (await stranger.request('/studio/rehearsal.json', { headers: { 'If-None-Match': tag } })).status,
  ).toBe(401);
});

const draftIn = (html: string): string | undefined => /"capiz-draft" content="(\w*)"/.exec(html)?.[1];

it.each(['/studio', '/studio/'])(
  'responds to %s with Home, which reads one answer of the server',
  async (path) => {
    await openDraft(registry.database, { actor: 'ana', at: NOW, id: 'mine', title: 'Mine' });
    const reply = await visit(path);
    const html = await reply.text();
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      '/home.js',
      '/capiz/api/v1/home',
      '/capiz/staff/live.js',
    ]);
    expect(html).toContain('<meta name="capiz-environment" content="Test &#60;1&#62;">');
    expect(html).not.toContain('capiz-draft');
    const policy = reply.headers.get('content-security-policy');
    expect(policy).toMatch(/style-src 'self'; frame-src [^;]+\/studio\/stage; .*trusted-types capiz$/);
  },
);

it('opens the last draft of the person if an address of a draft names none', async () => {
  const { database } = registry;
  const leads = async (path = '/studio/texts') => draftIn(await (await visit(path)).text());
  expect(await leads()).toBe('');
  await openDraft(database, { actor: 'ben', at: NOW, id: 'theirs', title: 'Theirs' });
  expect(await leads()).toBe('');
  await openDraft(database, { actor: 'ana', at: NOW, id: 'first', title: 'First' });
  await openDraft(database, { actor: 'ana', at: NOW + 1, id: 'second', title: 'Second' });
  expect(await leads()).toBe('second');
  const save = (draft: string, at: number, actor = 'ana') =>
    saveDraft(database, { id: draft, seen: 0, changes: { 'screens/app.json': '{}' }, actor, at });
  await save('first', NOW + 2);
  expect(await leads()).toBe('first');
  await save('theirs', NOW + 3);
  expect(await leads()).toBe('theirs');
  await discardDraft(database, { id: 'theirs', actor: 'ben', at: NOW + 4 });
  expect(await leads()).toBe('first');
  expect(await leads('/studio?language=es')).toBe('first');
  const named = [
    '/studio?new',
    '/studio?draft=second',
    '/studio/new/screens',
    '/studio/second/screens/order/paid',
  ];
  for (const path of [...named, '/studio/review?draft=second']) expect(await leads(path)).toBe('');
});

it.each([
  '/studio/second/screens/order/paid?language=es&pane=json',
  '/studio/releases/0a1b?draft=second',
  '/studio',
  '/studio/texts',
  '/studio/no/such/address',
  '/studio?draft=second',
])('responds to %s with the studio, after a sign-in that returns to it', async (path) => {
  const reply = await visit(path);
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('"capiz-csrf"')]);
  const stranger = await visit(path, { Cookie: '' });
  expect(stranger.status).toBe(303);
  const to = new URL(stranger.headers.get('location') ?? '', 'http://localhost');
  expect([to.pathname, to.searchParams.get('to')]).toEqual(['/capiz/staff/sign-in', path]);
});
