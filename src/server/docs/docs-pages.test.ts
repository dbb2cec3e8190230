import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing.ts';

const PAGE =
  '<html><script id="check-dark-mode">dark()</script><script type="module" src="/a.js"></script></html>';

let folder: string;
let docs: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capiz-docs-'));
  docs = join(folder, 'docs');
  writeFileSync(join(folder, 'secret.html'), 'secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

function build(files: { readonly [path: string]: string }): void {
  const made = join(folder, 'made');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), text);
  }
  rmSync(docs, { recursive: true, force: true });
  renameSync(made, docs);
}

const SITE = {
  'index.html': PAGE,
  '404.html': 'There is no such page.',
  'guide/forms.html': 'Forms',
  'reference/index.html': 'Reference',
  'live/list/books.html': '<script type="application/json" id="capiz-example">{}</script>',
  'live/assets/live-1a.js': 'live()',
  'assets/app.1a.js': 'app()',
  'files/deploy/nginx.conf': 'server {}',
};

const ask = (path: string, init?: RequestInit) =>
  createTestApp({ docs }).app.request(`/capiz/docs${path}`, init);

describe('the documentation', () => {
  it('redirects the address without a slash, also of a folder', async () => {
    build(SITE);
    expect((await ask('')).headers.get('location')).toBe('/capiz/docs/');
    expect((await ask('/reference')).headers.get('location')).toBe('/capiz/docs/reference/');
  });

  it.each([
    ['/', PAGE],
    ['/guide/forms', 'Forms'],
    ['/guide/forms.html', 'Forms'],
    ['/reference/', 'Reference'],
  ])('answers %s with its page', async (path, text) => {
    build(SITE);
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(text);
  });

  it('answers HEAD without a body, and a known page with 304', async () => {
    build(SITE);
    const head = await ask('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('etag') ?? '';
    expect((await ask('/', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it.each(['/guide/nothing', '/guide', '/../secret', '/..%2fsecret', '/%2e%2e/secret.html', '//etc/passwd'])(
    'answers %s with the page for unknown addresses',
    async (path) => {
      build(SITE);
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('secret');
    },
  );

  it.each([
    ['/assets/app.1a.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/live/assets/live-1a.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/files/deploy/nginx.conf', 'text/plain; charset=utf-8', 'no-cache'],
  ])('answers %s with its type, and says how long it is valid', async (path, type, cache) => {
    build(SITE);
    const { status, headers } = await ask(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, cache]);
  });

  it('allows the scripts of its files and those that were built into the document', async () => {
    build(SITE);
    const policy = (await ask('/')).headers.get('content-security-policy');
    // printf 'dark()' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("script-src 'self' 'sha256-fNefTR34fI4AKL70MFDWngBjZzPD/E9oLjTl18ee/nA='; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('lets a running example call nobody, and only its own pages show it', async () => {
    build(SITE);
    const policy = (await ask('/live/list/books')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'; ");
    expect(policy).toContain("connect-src 'none'; frame-src 'none'; ");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it('says that it is being built, and shows each build as soon as it is there', async () => {
    const early = await ask('/guide/forms');
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await early.text()).toContain('http-equiv="refresh"');
    const { app } = createTestApp({ docs });
    build(SITE);
    expect(await (await app.request('/capiz/docs/guide/forms')).text()).toBe('Forms');
    build({ ...SITE, 'guide/forms.html': 'New forms' });
    expect(await (await app.request('/capiz/docs/guide/forms')).text()).toBe('New forms');
  });

  it('is not there in an app without it', async () => {
    expect((await createTestApp().app.request('/capiz/docs/')).status).toBe(404);
  });
});
