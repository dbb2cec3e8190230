import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DOCS_ADDRESS } from '#src/shared/docs-address.ts';
import { PAGE_STYLES, serveStyles, writePage } from '#src/shared/html.ts';
import { answerWithFile } from '../answers.ts';
import { respond } from '../delivery/compressed.ts';
import { makeStatic, type StaticFile } from '../delivery/static-files.ts';

/** Below this address are built files whose names have a hash. */
const HASHED = /^(?:live\/)?assets\//;
/** Documents of the running examples. */
const LIVE = /^live\//;
/** Files of the project as they are; browsers show those without a type of their own as text. */
const RAW = /^files\//;
const STYLES_ADDRESS = `${DOCS_ADDRESS}/building.css`;
const RETRY_SECONDS = 3;
const BUILD = 'npm run build';

/** The files of one build, by address below the site. */
interface Site {
  /** Another build has another one. */
  readonly stamp: string;
  readonly paths: ReadonlyMap<string, string>;
  readonly read: Map<string, StaticFile>;
}

/**
 * The documentation, built in `folder`. Files are read when they are requested: few of them are, and `npm start` builds
 * the site after the server has started.
 */
export function createDocsPages(folder: string): Hono {
  const app = new Hono();
  let known: Site | undefined;
  const find = (): Site | undefined => {
    const stamp = stampOf(folder);
    if (stamp === undefined) return undefined;
    if (known?.stamp !== stamp) known = { stamp, paths: listFiles(folder), read: new Map() };
    return known;
  };

  app.get(DOCS_ADDRESS, (context) => context.redirect(`${DOCS_ADDRESS}/`, 302));
  app.get(STYLES_ADDRESS, serveStyles(PAGE_STYLES));
  app.get(`${DOCS_ADDRESS}/*`, (context) => {
    const { path, raw: request } = context.req;
    const site = find();
    if (site === undefined) return answerNotBuilt(context);
    const address = path.slice(DOCS_ADDRESS.length + 1);
    const page = ['index.html', '/index.html'].find((name) => site.paths.has(address + name));
    // Only with a slash at its end, links from the page of a folder are right.
    if (page?.startsWith('/')) return context.redirect(`${path}/`, 302);
    const name = [address, `${address}.html`, `${address}index.html`].find((one) => site.paths.has(one));
    const file = readFile(site, name ?? '404.html');
    if (file === undefined) return context.text('Not found', 404);
    if (!file.type.startsWith('text/html')) return answerWithFile(request, file);
    return respond(request, file.content, name === undefined ? 404 : 200, {
      'Content-Type': file.type,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policyOf(name ?? '', Buffer.from(file.content.identity).toString('utf8')),
    });
  });
  return app;
}

/** Changes with every build, because a build replaces the folder. */
function stampOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino} ${found.mtimeMs}`;
}

/** A request can only reach a file of this list. */
function listFiles(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path).split(sep).join('/'), path];
    }),
  );
}

function readFile({ paths, read }: Site, name: string): StaticFile | undefined {
  const path = paths.get(name);
  if (path === undefined) return undefined;
  const before = read.get(name);
  if (before !== undefined) return before;
  const file = makeStatic(readFileSync(path), extname(path), HASHED.test(name));
  const isText = RAW.test(name) && file.type === 'application/octet-stream';
  const typed = isText ? { ...file, type: 'text/plain; charset=utf-8' } : file;
  read.set(name, typed);
  return typed;
}

/**
 * Scripts come from our own files, or are in the document as it was built. Highlighted code has inline styles. A running
 * example calls nobody: its service is in the page.
 */
function policyOf(name: string, document: string): string {
  const isLive = LIVE.test(name);
  const hashes = [...document.matchAll(/<script(?: id="[\w-]+")?>([^<]*)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${isLive ? "'none'" : "'self'"}`,
    `frame-src ${isLive ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isLive ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** The page asks again by itself, so that a reader who came too early only waits. */
function answerNotBuilt(context: Context) {
  const page = writePage(
    'Documentation',
    STYLES_ADDRESS,
    html`<h1>The documentation is being built</h1>
<p>After the first start this takes about half a minute. This page opens it by itself.</p>
<p class="soft">If it does not open: <code>${BUILD}</code> builds it, and says what is wrong.</p>`,
    html`<meta http-equiv="refresh" content="${RETRY_SECONDS}">`,
  );
  return context.html(page, 503, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'",
    'Retry-After': String(RETRY_SECONDS),
  });
}
