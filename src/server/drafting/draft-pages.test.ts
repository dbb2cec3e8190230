import { expect, it } from 'vitest';
import type { SimulatorFixtures } from '../studio/studio-pages.ts';
import { makeReleaseParts } from '../project.ts';
import type { Compile } from '../registry/compilation.ts';
import { compileHere } from '../registry/compile.ts';
import { listRecords } from '../registry/audit.ts';
import { discardDraft, openDraft, saveDraft } from '../registry/drafts.ts';
import { hashOf } from '../registry/contents.ts';
import { makeRelease, publish } from '../registry/releases.ts';
import { by, onBothEngines, screenWithText, smallProject } from '../registry/testing.ts';
import { testScenarios, testService } from '../testing.ts';
import { listDraftLinks, makeDraftLink, revokeDraftLink } from './draft-links.ts';
import { writeSessionCookie } from '../staff/browser.ts';
import { openSession } from '../staff/sessions.ts';
import { givenStaff } from '../staff/testing.ts';
import { createDraftPages } from './draft-pages.ts';

const SHELF = 'screens/shelf.screen.json';
const LAMP = 'screens/assets/lamp.svg';
const HOUR_MS = 60 * 60_000;
const PAGE = {
  template: '<!doctype html><html><head><!--capiz-release--></head><body><!--capiz-contact--></body></html>',
};

onBothEngines('a draft on a phone', ({ database }) => {
  const rehearsed = (): SimulatorFixtures => ({
    scenarios: testScenarios,
    service: testService,
    states: { screens: new Map([['none', { states: [] }]]), sets: new Map() },
    places: '',
  });
  async function given(rehearse = rehearsed) {
    const { hash } = await makeRelease(database(), {
      bytes: smallProject(screenWithText('One')),
      ...by('ana'),
    });
    await publish(database(), { release: hash, ...by('ana') });
    await openDraft(database(), { id: 'words', title: 'Words & more', actor: 'ana', at: 1 });
    let now = 5_000;
    let compiled = 0;
    let seen = 0;
    const compile: Compile = (files) => {
      compiled += 1;
      return compileHere(files);
    };
    const { pages, prepare } = createDraftPages({
      ...{ database: database(), now: () => now, compile, page: PAGE },
      make: (definitions) => makeReleaseParts(definitions, [], true),
      rehearse,
    });
    const save = async (changes: { [path: string]: string }) => {
      seen = await saveDraft(database(), { id: 'words', seen, changes, ...by('ana') });
    };
    await save({ [SHELF]: textOf('Two'), [LAMP]: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    const link = (id = 'l1', hours = 2) =>
      makeDraftLink(database(), { id, draft: 'words', until: now + hours * HOUR_MS, actor: 'ana', at: now });
    return {
      ...{ pages, prepare, save, link, hash },
      get: async (address: string, cookie = '', headers: { [name: string]: string } = {}) => {
        const reply = await pages.request(`https://capiz.example.com${address}`, {
          headers: { cookie, ...headers },
        });
        return { status: reply.status, headers: reply.headers, text: await reply.text() };
      },
      compiled: () => compiled,
      pass: (ms: number) => {
        now += ms;
      },
    };
  }

  function textOf(words: string): string {
    return smallProject(screenWithText(words)).get(SHELF)?.toString('utf8') ?? '';
  }

  it('is shown in a frame that may request only the draft from this server', async () => {
    const { get, link } = await given();
    const { secret } = await link();
    const base = `/capiz/draft/${secret}`;
    const shell = await get(base);
    expect(shell.status).toBe(200);
    expect(shell.text).toContain('<strong>Draft</strong>Not a real page.');
    expect(shell.text).toContain('works for 2 hours more');
    const place = `capiz.example.com${base}/`;
    expect(shell.headers.get('content-security-policy')).toContain(`frame-src ${place};`);
    const page = await get(`${base}/page`);
    expect(page.text).toContain('Two');
    expect(page.headers.get('content-security-policy')).toContain(`connect-src ${place};`);
    expect(page.headers.get('content-security-policy')).not.toMatch(/'unsafe|https:/);
    for (const { headers } of [shell, page]) {
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('is compiled when its links are prepared, and not again when it is opened', async () => {
    const { get, link, prepare, compiled, save } = await given();
    const { secret } = await link();
    prepare('words', 'ana');
    await expect.poll(compiled).toBe(1);
    expect((await get(`/capiz/draft/${secret}/page`)).text).toContain('Two');
    expect(compiled()).toBe(1);
    await save({ [SHELF]: '{' });
    prepare('words', 'ana');
    prepare('none', 'ana');
    await expect.poll(compiled).toBe(2);
    expect((await get(`/capiz/draft/${secret}`)).status).toBe(409);
  });

  it('offers the states that were added to the draft, except unreadable ones', async () => {
    const { get, link, save } = await given();
    const { secret } = await link();
    const [scenario = ''] = testScenarios.keys();
    const variant = { title: 'Much lent', screen: 'shelf', scenario, replies: {} };
    await save({
      'fixtures/variants/much-lent.json': JSON.stringify(variant),
      'fixtures/variants/broken.json': '{',
    });
    const { status, text } = await get(`/capiz/draft/${secret}?state=shelf/much-lent`);
    expect(status).toBe(200);
    expect(text).toContain('<option value="shelf/much-lent" selected>much-lent</option>');
    expect(text).not.toContain('shelf/broken');
    const page = await get(`/capiz/draft/${secret}/page?state=shelf/much-lent`);
    expect(page.text).toContain('much-lent-draft');
  });

  it('unreadable fixtures do not stop the server', async () => {
    let read = 0;
    const { prepare } = await given(() => {
      read += 1;
      throw new Error('A fixture is broken.');
    });
    prepare('words', 'ana');
    await expect.poll(() => read).toBe(1);
  });

  it('serves its plans only with a link, and its images only with a link or to staff', async () => {
    const { get, link, hash } = await given();
    const { secret } = await link();
    const { text } = await get(`/capiz/draft/${secret}/page`);
    const name = /"book":"([\w-]+)"/.exec(text)?.[1] ?? '';
    const plan = await get(`/capiz/draft/${secret}/plans/${name}.json`);
    expect([plan.status, JSON.parse(plan.text)]).toMatchObject([200, { id: 'book' }]);
    expect((await get(`/capiz/draft/${secret}/plans/${hash}.json`)).status).toBe(404);
    const picture = `/capiz/assets/lamp-${hashOf('<svg xmlns="http://www.w3.org/2000/svg"/>').slice(0, 10)}.svg`;
    const { status, headers, text: drawn } = await get(picture);
    expect([status, drawn, headers.get('content-type')]).toEqual([
      200,
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
    ]);
    expect((await get(picture.replace('lamp', 'door'))).status).toBe(404);
    expect((await get(picture.replace(/-\w/, '-%'))).status).toBe(404);
    // Opened directly, the SVG would show text of the draft without the banner.
    expect(headers.get('content-disposition')).toBe('attachment');
    await revokeDraftLink(database(), { id: 'l1', ...by('ben') });
    expect((await get(picture)).status).toBe(404);
    // Without a link, signed-in colleagues with the draft still get the picture.
    await givenStaff(database(), 'cora', 'viewer');
    const session = await openSession(database(), { name: 'cora', by: 'password', at: 5_000 });
    const [cookie = ''] = writeSessionCookie(session, false).split(';');
    expect((await get(picture, cookie)).status).toBe(200);
    expect((await get(picture, 'capiz=none')).status).toBe(404);
  });

  it('shows no text of the draft in the outer document, which has the banner', async () => {
    const { get, link, save } = await given();
    const { secret } = await link();
    const [scenario = ''] = testScenarios.keys();
    const variant = { title: 'Approved by the bank', screen: 'shelf', scenario, replies: {} };
    await save({
      'fixtures/variants/much-lent.json': JSON.stringify(variant),
      [SHELF]: textOf('Real offer'),
    });
    const { text } = await get(`/capiz/draft/${secret}`);
    for (const words of ['Words', 'Approved', 'Real offer']) expect(text).not.toContain(words);
  });

  it('shows the page of the draft only inside the document with the banner, never at its own address', async () => {
    const { get, link } = await given();
    const { secret } = await link();
    const base = `/capiz/draft/${secret}`;
    for (const place of ['document', 'embed', 'object', 'empty']) {
      const { status, headers, text } = await get(`${base}/page`, '', { 'sec-fetch-dest': place });
      expect([place, status, headers.get('location'), text]).toEqual([place, 302, base, '']);
    }
    expect((await get(`${base}/page`, '', { 'sec-fetch-dest': 'iframe' })).status).toBe(200);
    // Without the header, as over http, the page redirects with a script. This element redirects if scripts are off.
    const { text } = await get(`${base}/page`);
    expect(text).toContain(`<noscript><meta http-equiv="refresh" content="0; url=${base}"></noscript>`);
  });

  it('is available for a day at most, also by an older link with a longer time', async () => {
    const { get, link, pass } = await given();
    await expect(link('l0', 25)).rejects.toMatchObject({ code: 'invalid' });
    const { secret } = await link('l1', 24);
    await database()
      .queries.updateTable('draft_links')
      .set({ until: 5_000 + 14 * 24 * HOUR_MS })
      .execute();
    const [shown] = await listDraftLinks(database().queries, 'words');
    expect(shown?.until).toBe(5_000 + 24 * HOUR_MS);
    const picture = `/capiz/assets/lamp-${hashOf('<svg xmlns="http://www.w3.org/2000/svg"/>').slice(0, 10)}.svg`;
    pass(24 * HOUR_MS - 1);
    expect((await get(`/capiz/draft/${secret}`)).text).toContain('works for a minute more');
    expect((await get(picture)).status).toBe(200);
    pass(1);
    expect((await get(`/capiz/draft/${secret}`)).status).toBe(404);
    expect((await get(picture)).status).toBe(404);
  });

  it('shows no image of a discarded draft', async () => {
    const { get, link } = await given();
    await link();
    await discardDraft(database(), { id: 'words', ...by('ana') });
    const picture = `/capiz/assets/lamp-${hashOf('<svg xmlns="http://www.w3.org/2000/svg"/>').slice(0, 10)}.svg`;
    expect((await get(picture)).status).toBe(404);
  });

  it('shows the current draft, which is compiled once for all viewers', async () => {
    const { get, link, save, compiled } = await given();
    const { secret } = await link();
    const page = async () => (await get(`/capiz/draft/${secret}/page`)).text;
    await Promise.all([page(), page(), get(`/capiz/draft/${secret}`)]);
    expect(compiled()).toBe(1);
    await save({ [SHELF]: textOf('Three') });
    expect(await page()).toContain('Three');
    expect(compiled()).toBe(2);
  });

  it('shows that the draft has errors, and is shown again when they are fixed', async () => {
    const { get, link, save } = await given();
    const { secret } = await link();
    await save({ [SHELF]: '{' });
    expect(await get(`/capiz/draft/${secret}`)).toMatchObject({ status: 409, text: /It has errors/ });
    await save({ [SHELF]: textOf('Three') });
    expect((await get(`/capiz/draft/${secret}`)).status).toBe(200);
  });

  it.each<[string, (given: { pass(ms: number): void }) => unknown]>([
    ['the time of its link is over', ({ pass }) => pass(2 * HOUR_MS)],
    ['its link was revoked', () => revokeDraftLink(database(), { id: 'l1', ...by('ben') })],
    ['the draft was discarded', () => discardDraft(database(), { id: 'words', ...by('ana') })],
  ])('ends when %s', async (_, end) => {
    const all = await given();
    const { secret } = await all.link();
    const address = `/capiz/draft/${secret}`;
    expect((await all.get(address)).status).toBe(200);
    await end(all);
    for (const part of ['', '/page', '/plans/x.json']) {
      const { status, text } = await all.get(address + part);
      expect([status, text.includes('no longer valid'), text.includes('Words')]).toEqual([404, true, false]);
    }
  });

  it('opens only with the right secret, which is not stored', async () => {
    const { get, link } = await given();
    const { secret } = await link();
    const { queries } = database();
    expect(JSON.stringify(await queries.selectFrom('draft_links').selectAll().execute())).not.toContain(
      secret,
    );
    expect(JSON.stringify(await listDraftLinks(queries, 'words'))).not.toContain('hash');
    for (const other of ['l1', 'a'.repeat(43), `${secret.slice(0, -1)}%`])
      expect((await get(`/capiz/draft/${other}`)).status).toBe(404);
  });

  it('has twenty links at most; each is revoked once, with the actor in the audit', async () => {
    const { link, pass } = await given();
    for (let count = 0; count < 20; count += 1) await link(`l${count}`);
    await expect(link('more')).rejects.toMatchObject({ code: 'conflict' });
    await revokeDraftLink(database(), { id: 'l3', ...by('ben', 7_000) });
    await expect(revokeDraftLink(database(), { id: 'l3', ...by('cy') })).rejects.toMatchObject({
      ...{ code: 'conflict', message: /ben/ },
    });
    const links = await listDraftLinks(database().queries, 'words');
    expect(links.filter(({ revoked }) => revoked)).toMatchObject([
      { id: 'l3', revoked: { actor: 'ben', at: 7_000 } },
    ]);
    await link('more');
    pass(2 * HOUR_MS);
    await link('again');
    const [made, , revoked] = await listRecords(database().queries, { subject: 'words' });
    expect([made, revoked]).toMatchObject([
      { action: 'draft.link', actor: 'ana', details: { link: 'again' } },
      { action: 'draft.revoke-link', actor: 'ben', details: { link: 'l3' } },
    ]);
  });
});
