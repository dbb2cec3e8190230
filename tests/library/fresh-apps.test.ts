import { chromium, type Browser, type Page } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowsers } from '../browser.mjs';
import { findFreePorts } from '../free-ports.ts';

/*
 * Installs the packed packages in a new Vite app and a new Next.js app outside of this project, builds and starts them, and
 * uses them in Chromium: a list from a service, `go` to another screen, Back, and a form that is sent. Takes minutes:
 * `npm run check:long -- packages`.
 */

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'fixtures/fresh-apps');
const IS_LONG = process.env['CAPIZ_LONG'] === '1';

/** A consumer's shell has none of this run's variables. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$|TZ$|npm_|CAPIZ_)/.test(name)),
  ),
  NEXT_TELEMETRY_DISABLED: '1',
};

interface Call {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

describe.runIf(IS_LONG)('a new app of another team', () => {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-fresh-apps-'));
  const calls: Call[] = [];
  const running: ChildProcess[] = [];
  let service: Server;
  let browser: Browser;
  let packed: readonly string[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, ['bin/library.mjs'], { cwd: ROOT, env, stdio: 'pipe' });
    const packages = ['renderer', 'capiz'].map((name) => join(ROOT, 'dist/library', name));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...packages], {
      env,
      stdio: 'pipe',
    });
    packed = readdirSync(folder).map((name) => join(folder, name));
    service = await startService(calls);
    browser = await chromium.launch({ executablePath: findBrowsers().browser, args: ['--no-sandbox'] });
  }, 300_000);

  afterAll(async () => {
    for (const child of running) child.kill();
    await browser?.close();
    service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes an app: the definitions, the files of its framework, the packages of npm. */
  function make(name: string): string {
    const app = join(folder, name);
    for (const from of ['project', name]) cpSync(join(FIXTURES, from), app, { recursive: true });
    const { port } = service.address() as AddressInfo;
    for (const path of readdirSync(app, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.tsx')) {
        const file = join(app, path);
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace('https://api.bakery.example', `http://127.0.0.1:${port}`),
        );
      }
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, ...packed], { cwd: app, env, stdio: 'pipe' });
    return app;
  }

  function build(app: string): void {
    execFileSync('npm', ['run', 'build'], { cwd: app, env, stdio: 'pipe' });
  }

  async function start(app: string, ...command: readonly string[]): Promise<string> {
    const port = await findFreePorts();
    const bin = join(app, 'node_modules/.bin', command[0] ?? '');
    const child = spawn(bin, [...command.slice(1), '--port', String(port)], { cwd: app, env, stdio: 'pipe' });
    running.push(child);
    const origin = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(origin).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    return origin;
  }

  async function open(address: string): Promise<{ readonly page: Page; readonly faults: string[] }> {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.addInitScript("localStorage.setItem('token', 'of a visitor')");
    await page.goto(address);
    return { page, faults };
  }

  /** Uses the app as a visitor does. @returns What the console reported. */
  async function visit(origin: string): Promise<readonly string[]> {
    calls.length = 0;
    const { page, faults } = await open(origin);
    await page.getByText('Rye with seeds').waitFor();
    // The widget of the team's own, an image of the definitions, and the styles.
    expect(await page.locator('.sticker').allTextContents()).toEqual(['Rye with seeds', 'Baguette']);
    const image = page.getByRole('img', { name: 'A loaf' });
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64);
    const order = page.getByRole('button', { name: 'Order' });
    expect(await order.evaluate((element) => getComputedStyle(element).borderRadius)).not.toBe('0px');

    await order.click();
    await page.getByRole('heading', { name: 'Your order' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/order');
    await page.goBack();
    await page.getByText('Rye with seeds').waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Tell us your name.').first().waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Order 42 is baking').waitFor();
    expect(calls).toContainEqual({
      call: 'POST /api/orders',
      authorization: 'Bearer of a visitor',
      body: '{"name":"Ada"}',
    });

    await page.goto(`${origin}/order`);
    await page.getByRole('heading', { name: 'Your order' }).waitFor();
    await page.close();
    return faults;
  }

  it('made with Vite: builds, follows go, sends a form', { timeout: 600_000 }, async () => {
    const app = make('vite');
    build(app);
    expect(await visit(await start(app, 'vite', 'preview'))).toEqual([]);
  });

  it('made with Vite: shows a changed definition, and an error with its place', {
    timeout: 600_000,
  }, async () => {
    const app = make('vite');
    const { page } = await open(await start(app, 'vite'));
    const button = (name: string) => page.getByRole('button', { name }).waitFor();
    await button('Order');
    const file = join(app, 'screens/loaves.screen.json');
    const write = (from: string, to: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    write('"text": "Order"', '"text": "Order bread"');
    await button('Order bread');
    write('"emphasis"', '"emfasis"');
    const overlay = page.locator('vite-error-overlay');
    const said = /^\[plugin:capiz\] screens\/loaves\.screen\.json:17:7 property\/unknown/;
    await overlay.locator('.message').filter({ hasText: said }).waitFor();
    expect(await overlay.locator('.frame').textContent()).toContain('> 17 |       "emfasis": "primary",');
    write('"emfasis"', '"emphasis"');
    await button('Order bread');
    await page.close();
  });

  it('made with Next.js: builds, follows go, sends a form', { timeout: 900_000 }, async () => {
    const app = make('next');
    // Next.js offers the files of `public`.
    mkdirSync(join(app, 'public'));
    cpSync(join(app, 'screens/assets'), join(app, 'public/assets'), { recursive: true });
    build(app);
    expect(await visit(await start(app, 'next', 'start'))).toEqual([]);
  });
});

/** The service of the bakery, at another origin than the app. */
async function startService(calls: Call[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    const { method = '', url = '', headers } = request;
    if (method === 'OPTIONS') {
      response.end();
      return;
    }
    const call = `${method} ${url}`;
    calls.push({ call, authorization: headers.authorization, body: await readBody(request) });
    const replies: { readonly [call: string]: object } = {
      'GET /api/loaves': { loaves: [{ name: 'Rye with seeds' }, { name: 'Baguette' }] },
      'POST /api/orders': { number: '42' },
    };
    const reply = replies[call];
    response.writeHead(reply === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(reply ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString();
}
