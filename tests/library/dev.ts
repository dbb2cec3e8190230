import { chromium, type Browser, type Page } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findBrowsers } from '../browser.mjs';
import { findFreePorts } from '../free-ports.ts';

/* `npx capiz dev` in a consumer's project, used in Chromium. */

export interface OpenedDev {
  readonly origin: string;
  readonly page: Page;
  /** The frame that renders an example or a state. */
  readonly frame: ReturnType<Page['frameLocator']>;
  /** Errors of the page and its frames. */
  readonly faults: readonly string[];
  /** Serious faults that axe finds outside of the frame. */
  findAxeFaults(): Promise<readonly string[]>;
  /** Ends the server as Ctrl-C does. @returns its exit code. */
  end(): Promise<number | null>;
  close(): Promise<void>;
}

export async function openDev(root: string, env: NodeJS.ProcessEnv): Promise<OpenedDev> {
  const port = await findFreePorts();
  const command = join(root, 'node_modules/.bin/capiz');
  const child = spawn(command, ['dev', '--port', String(port)], { cwd: root, env, stdio: 'pipe' });
  const origin = (await firstLine(child)).replace(/\/$/, '');
  const browser = await chromium.launch({ executablePath: findBrowsers().browser, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return {
    ...{ origin, page, faults },
    frame: page.frameLocator('iframe'),
    findAxeFaults: () => findAxeFaults(page),
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const [status] = (await ended) as [number | null];
      return status;
    },
    close: () => close(child, browser),
  };
}

async function close(child: ChildProcess, browser: Browser): Promise<void> {
  child.kill();
  await browser.close();
}

/** The address, which the command prints when it is ready. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    child.stderr?.on('data', (piece) => {
      said += String(piece);
    });
    child.stdout?.once('data', (piece) => done(String(piece).trim()));
    child.once('exit', (status) => fail(new Error(`capiz dev ended with ${status}: ${said}`)));
  });
}

async function findAxeFaults(page: Page): Promise<readonly string[]> {
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(readFileSync(source, 'utf8'));
  const run =
    "axe.run({ exclude: ['iframe'] }, { iframes: false }).then(({ violations }) => violations.map((one) => one.id + ' ' + one.nodes.map((node) => node.html).join(' ')))";
  return page.evaluate<readonly string[]>(run);
}
