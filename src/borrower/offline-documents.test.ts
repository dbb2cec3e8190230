import { describe, expect, it } from 'vitest';
import { randomOf } from '#src/server/registry/simulation.ts';
import {
  BORROWER_DATA_ID,
  BORROWER_HEADER,
  type ReleaseDocument,
  type WholeRelease,
  writePicture,
} from '#src/shared/release.ts';
import { SEED } from '#tests/property/settings.ts';
import { nameOf } from './genuine.ts';
import { createOfflineDocuments, type OfflineDocuments } from './offline-documents.ts';
import { type StoredRelease, readDocument, storeRelease } from './stored-release.ts';
import { MemoryCaches, serveWord } from './testing.ts';

/* Check 8 of tests/checks.mjs: only genuine documents of one release, and none older than the stored one, are
   stored. */

const TRIES = 50;
const one = serveWord('One');
const two = serveWord('Two');
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer;

/** A document with changed data. */
function rewrite(html: string, change: (release: ReleaseDocument) => Partial<ReleaseDocument>): string {
  const release = readDocument(html);
  if (release === undefined) throw new Error('It is no page.');
  return html.replace(/(id="capiz-release">).*?(<\/script>)/s, (_, before: string, after: string) => {
    return before + JSON.stringify({ ...release, ...change(release) }) + after;
  });
}

interface Attack {
  readonly html: string;
  /** The response at the address of the release; absent: the server's own. */
  readonly whole?: ArrayBuffer;
}

type Random = () => number;
const newer = (html: string) => rewrite(html, ({ version }) => ({ version: version + 1 }));

async function wholeAt(server: typeof one, html: string): Promise<ArrayBuffer> {
  const reply = await server.get(`/capiz/releases/${readDocument(html)?.name}.json`);
  return await reply.arrayBuffer();
}

async function remade(html: string, change: (whole: WholeRelease) => unknown): Promise<Attack> {
  const text = new TextDecoder().decode(await wholeAt(two, html));
  const whole = encode(change(JSON.parse(text) as WholeRelease));
  const name = await nameOf(whole);
  return { html: newer(rewrite(html, () => ({ name }))), whole };
}

const ATTACKS: { readonly [title: string]: (random: Random) => Promise<Attack> } = {
  async 'a byte differs'(random) {
    const html = newer(await two.open());
    const bytes = new Uint8Array(await wholeAt(two, html));
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    return { html, whole: bytes.buffer };
  },
  async 'its end is missing'(random) {
    const html = newer(await two.open());
    const whole = await wholeAt(two, html);
    return { html, whole: whole.slice(0, Math.floor(random() * whole.byteLength)) };
  },
  async 'it is older than the stored one'(random) {
    const less = 60_000 + Math.floor(random() * 1_000_000);
    return { html: rewrite(await two.open(), ({ version }) => ({ version: version - less })) };
  },
  async 'the release is not the one of its document'() {
    return { html: newer(await two.open()), whole: await wholeAt(one, await one.open()) };
  },
  async 'one of its screens is from another release'() {
    const html = await two.open();
    const other = JSON.parse(new TextDecoder().decode(await wholeAt(one, await one.open()))) as WholeRelease;
    const name = readDocument(html)?.name ?? '';
    const own = JSON.parse(new TextDecoder().decode(await wholeAt(two, html))) as WholeRelease;
    const whole = encode({
      ...own,
      screens: { ...own.screens, repay: other.screens['repay'] },
      plans: { ...own.plans, ...other.plans },
    });
    return { html: newer(rewrite(html, () => ({ name }))), whole };
  },
  'a screen has the right plan of another screen': async () =>
    remade(await two.open(), (whole) => ({
      ...whole,
      screens: { ...whole.screens, repay: whole.screens['order'] },
    })),
  'it has another language': async () =>
    remade(await two.open(), (whole) => ({ ...whole, language: 'other' })),
  async 'the document is cut off'(random) {
    const html = newer(await two.open());
    return { html: html.slice(0, Math.floor(random() * (html.length - 8))) };
  },
};

/** The first release is stored; then these responses arrive. */
async function attackAll(attack: (random: Random) => Promise<Attack>, make: typeof createOfflineDocuments) {
  const storage = new MemoryCaches();
  let whole: ArrayBuffer | undefined;
  const documents = make({
    storage: storage as unknown as CacheStorage,
    get: async (address) => {
      const isRelease = String(address).startsWith('/capiz/releases/');
      if (isRelease && whole !== undefined) return new Response(whole);
      const found = await two.get(address as string);
      return found.ok ? found : one.get(address as string);
    },
    files: ['/capiz/assets/page-1.js'],
    now: () => 1,
  });
  await documents.keep(await one.open(), new Headers(HTML));
  const before = storage.writes.filter((path) => path.startsWith('/capiz/kept/')).length;
  const random = randomOf(SEED);
  for (let at = 0; at < TRIES; at += 1) {
    const sent = await attack(random);
    whole = sent.whole;
    await documents.keep(sent.html, new Headers(HTML));
  }
  const written = storage.writes.filter((path) => path.startsWith('/capiz/kept/')).length - before;
  const answer = await (await documents.answer('/repay'))?.text();
  return { before, written, isFirst: answer?.includes('"One"') === true };
}

describe('the worker’s storage', () => {
  it.each(Object.entries(ATTACKS))('stores nothing if %s', async (_title, attack) => {
    expect(await attackAll(attack, createOfflineDocuments)).toEqual({ before: 2, written: 0, isFirst: true });
  });

  it('the check detects a worker that stores a document without validation, by each of these attacks', async () => {
    const blind: typeof createOfflineDocuments = (options): OfflineDocuments => ({
      ...createOfflineDocuments(options),
      answer: () => Promise.resolve(undefined),
      async keep(html) {
        const name = readDocument(html)?.name ?? '';
        const reply = await options.get(`/capiz/releases/${name}.json`);
        const kept = { html, name, whole: await reply.text() } as unknown as StoredRelease;
        for (const kind of ['good', 'bundled'] as const) await storeRelease(kind, kept, options.storage);
      },
    });
    for (const attack of Object.values(ATTACKS))
      expect((await attackAll(attack, blind)).written).toBeGreaterThan(0);
  });

  it('does not accept an older document, or a page that is not ours', async () => {
    const { documents } = await kept();
    const html = await two.open();
    expect(await documents.accepts(newer(html))).toBe(true);
    expect(await documents.accepts(rewrite(html, ({ version }) => ({ version: version - 60_000 })))).toBe(
      false,
    );
    expect(await documents.accepts('<!doctype html><html><body>Sign in to this network</body></html>')).toBe(
      false,
    );
    expect(await documents.accepts('')).toBe(false);
  });

  it('keeps the stored release until every file of the next one is stored', async () => {
    const { documents, storage } = await kept({ isLost: (path) => path === '/capiz/assets/page-2.js' });
    const next = newer(await two.open()).replace(
      '</head>',
      '<script src="/capiz/assets/page-2.js"></script></head>',
    );
    await documents.keep(next, new Headers(HTML));
    expect(await wordOf(documents)).toBe('One');
    storage.isBroken = true;
    expect(await documents.answer('/order')).toBeUndefined();
  });

  const data = `<script type="application/json" id="${BORROWER_DATA_ID}">{}</script>`;
  it.each([
    ['by its header', { ...HTML, [BORROWER_HEADER]: '1' }, ''],
    ['by the element with the data', HTML, data],
    ['by the element, in the part of one screen', HTML, writePicture(data)],
  ])('refuses a document with data of one borrower, recognized %s', async (_how, headers, element) => {
    const { documents, storage, asked } = await kept();
    const writes = [...storage.writes];
    asked.length = 0;
    const html = newer(await two.open()).replace('</body>', `${element}</body>`);
    await documents.keep(html, new Headers(headers));
    expect(storage.writes).toEqual(writes);
    expect(asked).toEqual([]);
    expect(await wordOf(documents)).toBe('One');
  });

  it('fetches nothing if nothing can be stored', async () => {
    const { documents, storage, asked } = await kept();
    storage.isBroken = true;
    asked.length = 0;
    await expect(documents.keep(newer(await two.open()), new Headers(HTML))).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });

  it('answers every address with its own screen, policy and time, and marks it as stored', async () => {
    const { documents } = await kept();
    const answer = await documents.answer('/repay');
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get('Content-Security-Policy')).toBe('policy');
    expect(answer?.headers.get('Set-Cookie')).toBeNull();
    const html = (await answer?.text()) ?? '';
    expect(html).toContain('data-received="1" data-kept="good 0 h" id="capiz-release"');
    const release = JSON.parse(
      /data-kept="good 0 h" id="capiz-release">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
    ) as ReleaseDocument;
    expect(release.first?.screen).toBe('repay');
    const unknown = await documents.answer('/nowhere');
    expect(unknown?.status).toBe(404);
    expect(await unknown?.text()).toContain('"screen":"not-found"');
  });

  it('uses the placeholder and the title of a document for no other screen', async () => {
    const { documents } = await kept();
    const next = newer(await two.open())
      .replace(
        '<div id="capiz"></div>',
        `<div id="capiz">${writePicture('<p>Order, 7 km/h</p>\n<p>/capiz/assets/none.svg</p>')}</div>`,
      )
      .replace('<title></title>', '<title>Order</title>');
    expect(next).toContain('7 km/h');
    expect(next).toContain('<title>Order');
    await documents.keep(next, new Headers(HTML));
    expect(await wordOf(documents)).toBe('Two');
    const answer = (await (await documents.answer('/repay'))?.text()) ?? '';
    expect(answer).toContain('<div id="capiz"></div>');
    expect(answer).toContain('<title></title>');
  });

  it('uses the release of the page’s bundle if the stored bytes were changed', async () => {
    const { documents, storage } = await kept();
    await documents.keep(newer(await two.open()), new Headers(HTML));
    expect(await wordOf(documents)).toBe('Two');
    const cache = storage.stored.get('capiz-kept');
    const good = cache?.get('/capiz/kept/good');
    const text = (await good?.clone().text()) ?? '';
    cache?.set(
      '/capiz/kept/good',
      new Response(text.replace('"Two"', '"Too"'), { headers: good?.headers ?? {} }),
    );
    const answer = await documents.answer('/order');
    expect(await answer?.text()).toContain('data-kept="bundled ');
  });
});

async function kept({ isLost = () => false }: { isLost?: (path: string) => boolean } = {}) {
  const storage = new MemoryCaches();
  const asked: string[] = [];
  const get = async (address: RequestInfo | URL) => {
    const path = String(address);
    asked.push(path);
    if (isLost(path)) return new Response('', { status: 404 });
    const found = await two.get(path);
    return found.ok ? found : one.get(path);
  };
  const documents = createOfflineDocuments({
    storage: storage as unknown as CacheStorage,
    get,
    files: [],
    now: () => 1,
  });
  const headers = { ...HTML, 'Content-Security-Policy': 'policy', 'Set-Cookie': 'a=b' };
  await documents.keep(await one.open(), new Headers(headers));
  return { storage, documents, asked };
}

async function wordOf(documents: OfflineDocuments): Promise<string | undefined> {
  return /"(One|Two)"/.exec((await (await documents.answer('/order'))?.text()) ?? '')?.[1];
}
