import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { parseSync, Plugin, ViteDevServer } from 'vite';
import { CONFIG_FILES } from '#src/extensions/config.ts';
import { isConfigCode } from './config-files.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { isProjectPath } from '#src/shared/project-paths.ts';
import {
  CHANGED,
  EXAMPLE_ADDRESS,
  FRAME_ADDRESS,
  GALLERY_ADDRESS,
  STATE_ADDRESS,
  type WrittenNode,
} from './answers.ts';
import type { Threads } from './threads.ts';

/** Modules of the two documents. They import the pages of the package, and have Vite's `import.meta.hot`. */
const SHELL = '/capiz/dev/shell.js';
const FRAME = '/capiz/dev/frame.js';
/** The build's runtime imports it for programs on Node; nothing in a page calls it. */
const REQUIRE = 'node:module';
const OWN: ReadonlySet<string> = new Set([SHELL, FRAME, REQUIRE]);
const SCRIPTS: ReadonlySet<string> = new Set(['.js', '.mjs', '.jsx', '.ts', '.mts', '.tsx']);
/** Changes within this time, in ms, are read together: editors write several files at once. */
const TOGETHER_MS = 15;
const PICTURES = '/capiz/demo/pictures/';

const EXAMPLE = v.looseObject({ type: v.string() });

/** The pages of the gallery, what they read, and their changes. */
export function galleryPlugin(root: string, threads: Threads, parse: typeof parseSync): Plugin {
  return {
    name: 'capiz:dev',
    // Before Vite's own resolver, which has no module of Node for a page.
    enforce: 'pre',
    resolveId: (id) => (OWN.has(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${SHELL}`) return writeShell();
      if (id === `\0${REQUIRE}`) return 'export const createRequire = () => undefined;';
      return id === `\0${FRAME}` ? writeFrame(root) : undefined;
    },
    configureServer(server) {
      watch(server, root, threads, parse);
      server.middlewares.use((request, response, next) => {
        answer(server, threads, request, response, next).catch((error: unknown) => {
          response.statusCode = 500;
          sendJson(response, { message: messageOf(error) });
        });
      });
    },
  };
}

function watch(server: ViteDevServer, root: string, threads: Threads, parse: typeof parseSync): void {
  let due: NodeJS.Timeout | undefined;
  let hasCode = false;
  /** capiz.config.mjs was created or removed. */
  let hasOtherConfig = false;
  const read = async (): Promise<void> => {
    due = undefined;
    const isCode = hasCode;
    hasCode = false;
    if (isCode) await threads.adopt();
    await threads.forget();
    if (hasOtherConfig) loadAgain(server);
    else server.ws.send({ type: 'custom', event: CHANGED, data: {} });
    hasOtherConfig = false;
  };
  const change = (file: string): void => {
    const path = relative(root, file).split(sep).join('/');
    const isCode = SCRIPTS.has(extname(path)) && isConfigCode(root, file, parse);
    if (!isCode && !isProjectPath(path) && !path.startsWith('fixtures/')) return;
    hasCode = hasCode || isCode;
    clearTimeout(due);
    due = setTimeout(() => {
      read().catch((error: unknown) => server.config.logger.error(messageOf(error)));
    }, TOGETHER_MS);
  };
  server.watcher.add(['screens', 'schemas', 'fixtures'].map((name) => join(root, name)));
  server.watcher.on('all', (event, file) => {
    if (event !== 'change' && CONFIG_FILES.some((name) => join(root, name) === file)) hasOtherConfig = true;
    change(file);
  });
}

/** The module of the frame imports capiz.config.mjs only if there is one. */
function loadAgain(server: ViteDevServer): void {
  const { moduleGraph, hot } = server.environments.client;
  const frame = moduleGraph.getModuleById(`\0${FRAME}`);
  if (frame !== undefined) moduleGraph.invalidateModule(frame);
  hot.send({ type: 'full-reload' });
}

async function answer(
  server: ViteDevServer,
  threads: Threads,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const isPage =
    request.headers['sec-fetch-dest'] === 'document' || request.headers.accept?.includes('text/html');
  if (pathname === GALLERY_ADDRESS) sendJson(response, await threads.contents());
  else if (pathname === EXAMPLE_ADDRESS) await answerExample(threads, request, response);
  else if (pathname === STATE_ADDRESS) {
    const [screen = '', state = ''] = ['screen', 'state'].map((name) => searchParams.get(name) ?? '');
    sendJson(response, await threads.state(screen, state));
  } else if (pathname === FRAME_ADDRESS) await sendPage(server, response, FRAME, 'Example');
  else if (isPage && /^\/(?:$|widgets\/|screens\/[^.]*$)/.test(pathname))
    await sendPage(server, response, SHELL, 'Capiz');
  else {
    // Pictures of scenarios are files of the project.
    if (pathname.startsWith(PICTURES))
      request.url = `/fixtures/scenarios/pictures/${pathname.slice(PICTURES.length)}`;
    next();
  }
}

async function answerExample(
  threads: Threads,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), EXAMPLE), Buffer.concat(pieces).toString());
  if (!read.success) {
    response.statusCode = 400;
    sendJson(response, { message: 'Send a node: an object with "type".' });
    return;
  }
  sendJson(response, await threads.example(read.output satisfies WrittenNode));
}

function sendJson(response: ServerResponse, content: unknown): void {
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify(content));
}

async function sendPage(
  server: ViteDevServer,
  response: ServerResponse,
  script: string,
  title: string,
): Promise<void> {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <div id="capiz"></div>
  </body>
</html>
`;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // Not the path of the request: plugins of the project may have rules for it.
  response.end(await server.transformIndexHtml('/capiz.html', page));
}

/** The absolute path of a file of this package's build. */
function built(name: string): string {
  return JSON.stringify(fileURLToPath(new URL(/* @vite-ignore */ `./${name}`, import.meta.url)));
}

function writeShell(): string {
  return `import '@capiz/renderer/style.css';
import { openShell } from ${built('gallery-shell.js')};
openShell((event, run) => import.meta.hot.on(event, run));
`;
}

/** A changed module of a widget reaches this one through capiz.config.mjs. */
function writeFrame(root: string): string {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)));
  const head = `import '@capiz/renderer/style.css';
import { openFrame } from ${built('gallery-frame.js')};
`;
  if (name === undefined) return `${head}openFrame({});\n`;
  const config = JSON.stringify(join(root, name));
  return `${head}import config from ${config};
const replace = openFrame(config);
import.meta.hot.accept(${config}, (changed) => changed && replace(changed.default));
`;
}
