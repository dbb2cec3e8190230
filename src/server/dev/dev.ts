import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { streamSSE } from 'hono/streaming';
import { INSPECTOR_STYLES_ADDRESS, PLACES_BASE } from '#src/shared/inspected.ts';
import { createApp } from '../app.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { OFFLINE_META } from '#src/shared/offline.ts';
import { type Html, PAGE_STYLES, serveStyles, writePage } from '#src/shared/html.ts';
import type { Project } from '../project.ts';
import { Orders } from '#src/simulator/service/orders.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { Settings } from '../settings.ts';
import { type MakeApps, optionsOf } from '../start.ts';
import { INSPECTOR_STYLES } from './inspector-styles.ts';

const CHANGES_ADDRESS = '/capiz/dev/changes';
const STYLES_ADDRESS = '/capiz/dev/styles.css';
const SCRIPT_ADDRESS = '/capiz/devtools/dev.js';
const WORKER_ADDRESS = '/capiz/worker.js';
const RELEASE_MARK = '<!--capiz-release-->';
const NO_WORKER = `<meta name="${OFFLINE_META}" content="off">`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'";

export interface Dev {
  readonly make: MakeApps;
  /**
   * Handles a message of the process that builds and watches. `{ kind: 'changed' }`: the project or the built page
   * has changed. `{ kind: 'failed', message }`: the build failed; all pages show the message until the next one.
   * Other messages are ignored.
   */
  receive(message: unknown): void;
}

/**
 * A server for a project that is being edited. After every change it compiles again and notifies open pages. While
 * there are errors, every page shows them. The orders of the simulated loan service survive a change of
 * definitions.
 */
export function createDev(settings: Settings, open: () => Project, log: (line: string) => void): Dev {
  // A new process has a new version, because its code may have changed.
  const life = Date.now().toString(36);
  let count = 0;
  let payOrigin: string | undefined;
  let served: ReturnType<MakeApps> | undefined;
  let problem: string | undefined;
  let findPlaces: Project['findPlaces'] | undefined;
  let reference: { readonly key: string; readonly orders: Orders } | undefined;
  const listeners = new Set<() => void>();

  const version = (): string => `${life}-${count}`;
  const ordersOf = (scenarios: ReadonlyMap<string, Scenario>): Orders => {
    const key = JSON.stringify([...scenarios]);
    if (reference?.key !== key) reference = { key, orders: new Orders(scenarios) };
    return reference.orders;
  };

  function compile(): string | undefined {
    const project = open();
    for (const line of project.problems) log(line);
    if (!project.isSound) return project.describe();
    findPlaces = project.findPlaces;
    const options = optionsOf(settings, project, payOrigin, log);
    const { loanService, template } = options;
    served = createApp({
      ...options,
      // This script comes before the page's own script, so that it sees the first calls too.
      template: template.replace(RELEASE_MARK, `${NO_WORKER}${writeScript(version())}${RELEASE_MARK}`),
      loanService:
        'scenarios' in loanService
          ? { ...loanService, orders: ordersOf(loanService.scenarios) }
          : loanService,
    });
    return undefined;
  }

  function renew(failure?: string): void {
    count += 1;
    try {
      problem = failure ?? compile();
    } catch (error) {
      problem = messageOf(error);
    }
    for (const tell of listeners) tell();
  }

  const app = new Hono();
  app.get(CHANGES_ADDRESS, (context) =>
    streamSSE(context, async (stream) => {
      const tell = (): void => void stream.writeSSE({ data: version() });
      listeners.add(tell);
      tell();
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      listeners.delete(tell);
    }),
  );
  app.get(STYLES_ADDRESS, serveStyles(PROBLEM_STYLES));
  app.get(INSPECTOR_STYLES_ADDRESS, serveStyles(INSPECTOR_STYLES));
  app.get(`${PLACES_BASE}:name`, (context) => {
    const places = findPlaces?.(context.req.param('name').replace(/\.json$/, ''));
    context.header('Cache-Control', 'no-store');
    return places === undefined ? context.text('Not found', 404) : context.json(places);
  });
  // A service worker would show a stored document instead of the error, and that document would reload forever.
  app.get(WORKER_ADDRESS, (context) => context.text('Not found', 404));
  app.all('*', (context) => {
    const isDocument = context.req.method === 'GET' && context.req.header('accept')?.includes('text/html');
    if (isDocument === true && problem !== undefined) {
      context.header('Content-Security-Policy', POLICY);
      context.header('Cache-Control', 'no-store');
      return context.html(writeProblemPage(problem, version()), 500);
    }
    return (
      served?.app.fetch(context.req.raw, context.env as object) ?? context.text('Nothing is served yet.', 503)
    );
  });

  return {
    make(origin) {
      payOrigin = origin;
      renew();
      return {
        app,
        paymentPage: {
          fetch: (request, env) =>
            served?.paymentPage?.fetch(request, env) ?? new Response('Not found', { status: 404 }),
        },
      };
    },
    receive(message) {
      if (typeof message !== 'object' || message === null || !('kind' in message)) return;
      if (message.kind === 'changed') renew();
      else if (message.kind === 'failed' && 'message' in message) renew(String(message.message));
    },
  };
}

function writeScript(version: string): string {
  return `<script type="module" src="${SCRIPT_ADDRESS}?version=${version}"></script>`;
}

function writeProblemPage(problem: string, version: string): Html {
  const body = html`<h1>The definitions have errors</h1>
<p>The page reloads when they are fixed.</p>
<pre>${problem}</pre>`;
  return writePage('The definitions have errors', STYLES_ADDRESS, body, raw(writeScript(version)));
}

const PROBLEM_STYLES = `${PAGE_STYLES}
main{max-width:none}
pre{overflow:auto;margin:0;padding:16px;border-radius:12px;background:var(--card);font:13px/20px ui-monospace,monospace}
`;
