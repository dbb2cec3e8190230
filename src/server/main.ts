import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RenderPlaceholder } from './delivery/document.ts';
import { createDev } from './dev/dev.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { outlivePipes } from '#src/shared/outlive-pipes.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { describe, loadProject, type Project, type Renderers } from './project.ts';
import { DEMO_ADDRESS, writeDemoAddress } from '#src/simulator/scenarios/demo-page.ts';
import { START_ADDRESS } from './demo/start-page.ts';
import { DOCS_ADDRESS } from '#src/shared/docs-address.ts';
import { GALLERY_ADDRESS } from './demo/gallery.ts';
import { createLog, sampleLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { compileInThread } from './registry/compile-in-thread.ts';
import { RegistryRefusal } from './registry/failures.ts';
import { openRegistry, type OpenRegistry } from './registry/open-registry.ts';
import { serveRegistry } from './registry/serve-registry.ts';
import { isRefusal, readSettings, type Settings } from './settings.ts';
import { STAFF_ADDRESS, STUDIO_ADDRESS, TO_STUDIO } from '#src/shared/staff-addresses.ts';
import {
  describeStartFault,
  isDatabaseAway,
  FRESH_MS,
  type RunningServer,
  serve,
  startServer,
  type Surroundings,
  takePorts,
} from './start.ts';
import { createStop } from './stopping.ts';
import { renderInThread } from './content/render-in-thread.ts';
import { describeUnexpected } from './unexpected-error.ts';
import type { SimulatorFixtures } from './studio/studio-pages.ts';

/**
 * `node dist/server/main.js [--dev] [folder]`; the folder is a checked-out project, by default this one. Only `npm
 * run dev` uses `--dev`.
 */
const GRACE_MS = 5_000;
/** Additional time for the database to close. */
const CLOSE_MS = 2_500;

/**
 * Exit codes: 1 the project has errors, 2 the server could not or must not run, 3 the database cannot be reached, so
 * that another start may succeed.
 */
function refuse(message: string, code: 1 | 2 | 3): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/**
 * Loads the renderer of placeholders, which is built beside this file and uses React; the server itself does
 * not.
 */
async function loadPlaceholder(): Promise<RenderPlaceholder> {
  const before = process.env['NODE_ENV'];
  // React chooses its production build when it is loaded; that renders twice as fast.
  process.env['NODE_ENV'] = 'production';
  try {
    const file = pathToFileURL(join(import.meta.dirname, 'render-html.js'));
    return ((await import(file.href)) as { renderPlaceholder: RenderPlaceholder }).renderPlaceholder;
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
const renderPlaceholder = await loadPlaceholder();

function open(root: string, { onlyPlaceholders }: Settings): Project {
  try {
    const own = join(import.meta.dirname, '..');
    // A folder of definitions alone is served with the page that was built beside this program.
    const dist = existsSync(join(root, 'dist/borrower')) ? undefined : own;
    return loadProject(root, dist, renderers(onlyPlaceholders), leaveOut);
  } catch (error) {
    refuse(`Not started: ${messageOf(error)}`, 2);
  }
}

/** The operator can switch the rendering of screens with their data off. */
function renderers(onlyPlaceholders = false): Renderers {
  if (onlyPlaceholders) return { renderPlaceholder };
  const renderContent = renderInThread(join(import.meta.dirname, 'render-thread.js'), (why) =>
    log('The thread that renders screens ended', { level: 'error', why }),
  );
  return { renderPlaceholder, renderContent };
}

/** Logs a fixture that cannot be used; everything else is served. */
function leaveOut({ message }: Error): void {
  process.stderr.write(`Left out: ${message}\n`);
}

interface Started
  extends RunningServer,
    Pick<OpenRegistry, 'firstLink'>,
    Partial<Pick<SimulatorFixtures, 'scenarios'>> {}

/**
 * Serves the live release of the registry. The folder's own definitions become the first release; later they may
 * have errors, and borrowers never see them.
 */
async function start(settings: Settings, root: string): Promise<Started> {
  // Before the database is opened: a second start would invalidate the one-time link of the server that has the
  // port.
  await takePorts(settings);
  const project = open(root, settings);
  const tell = () => {
    for (const line of fromFolder(() => project.problems) ?? []) process.stderr.write(`${line}\n`);
  };
  const compile = compileInThread(join(import.meta.dirname, 'compile-thread.js'));
  const registry = await openRegistry(
    {
      ...settings,
      address: settings.database,
      isReal: settings.upstream !== undefined,
      measureQuery: metrics.query,
    },
    () => readProjectBytes(root),
    Date.now,
    compile,
  ).catch((error: unknown) => {
    if (!(error instanceof RegistryRefusal)) throw error;
    if (error.problems.some(({ severity }) => severity === 'error')) {
      tell();
      return refuse('Not started: the definitions have errors.', 1);
    }
    for (const problem of error.problems) process.stderr.write(`${describe(problem)}\n`);
    return refuse(`Not started: ${error.message}`, 1);
  });
  // The problems of the live release were shown when it went live.
  if (!registry.isLive) tell();
  const studio = fromFolder(() => project.readStudio());
  const own = registry.isLive ? undefined : fromFolder(() => project.definitions);
  const stop = createStop();
  const server = await startServer(
    settings,
    withoutFaults(project),
    log,
    await serveRegistry(registry, log, {
      ...settings,
      own,
      ...(studio && { studio }),
      ending: stop.closing,
      compile,
      metrics,
    }),
    { stopping: stop, metrics },
  );
  for (const note of registry.notes) log(note);
  return {
    ...server,
    ...(registry.firstLink && { firstLink: registry.firstLink }),
    scenarios: project.loadFixtures().scenarios,
    leave: stop.leave,
    async close(graceMs) {
      const closed = server.close(graceMs);
      // Connections that were made before the server stopped listening are still served.
      if (stop.leaving.aborted) await Promise.race([closed, wait(FRESH_MS)]);
      stop.close();
      await Promise.all([closed, stop.settle(graceMs)]);
      await registry.database.close();
    },
  };
}

/**
 * The project's parts around the published releases. Missing or faulty parts are left out: scenarios, their
 * images, the sample of places. A list of places that the operator names must be valid.
 */
function withoutFaults(project: Project): Surroundings {
  return {
    definitions: undefined,
    docs: project.docs,
    readBuilt: () => project.readBuilt(),
    readPictures: () => project.readPictures(),
    loadFixtures: () => project.loadFixtures(),
    readFixturesAgain: () => fromFolder(() => project.readFixturesAgain()) ?? project.loadFixtures(),
    loadPlaces: (file) =>
      file === undefined ? fromFolder(() => project.loadPlaces()) : project.loadPlaces(file),
    rehearse: () => project.rehearse(),
  };
}

/** Reads extras from the working folder. If it cannot be read, the published releases are served without them. */
function fromFolder<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`The working folder cannot be read: ${messageOf(error)}\n`);
    return undefined;
  }
}

/** The parent process builds and watches, and sends a message with the result. */
function startDev(settings: Settings, root: string): Promise<Started> {
  const dist = join(import.meta.dirname, '..');
  const dev = createDev(settings, () => loadProject(root, dist, renderers(true)), log);
  process.on('message', (message) => dev.receive(message));
  process.on('disconnect', () => process.exit(0));
  return serve(settings, dev.make);
}

const settings = readSettings(process.env);
if (isRefusal(settings)) refuse(`Not started: ${settings.message}`, 2);
const log = sampleLog(
  createLog((text) => process.stdout.write(text), settings.logFormat, Date.now),
  Date.now,
);
const metrics = createMetrics('process');

outlivePipes(process.stdout, process.stderr);
// Node would print the message, which may quote a borrower.
process.on('uncaughtException', (error) => {
  log('The server failed and stops', { level: 'error', ...describeUnexpected(error) });
  process.exit(1);
});

const isDev = process.argv.includes('--dev');
const root = resolve(process.argv.slice(2).find((argument) => argument !== '--dev') ?? '.');
let server: RunningServer | undefined;
let isEnding = false;
/** Ends the process even if something hangs: after the grace time the rest is cut off. */
function end(): void {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(0), GRACE_MS + CLOSE_MS).unref();
  void server?.close(isDev ? 0 : GRACE_MS).then(() => process.exit(0));
  if (server === undefined) process.exit(0);
}

let drain: NodeJS.Timeout | undefined;
// Installed before the server listens, so that no signal cuts off a request.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A second signal, or Ctrl-C, skips the drain.
    const drainMs = drain === undefined && signal === 'SIGTERM' && server?.leave ? settings.drainMs : 0;
    log(drainMs > 0 ? `${signal}: the server drains, then stops` : `${signal}: the server stops`, {
      ...(drainMs > 0 && { seconds: drainMs / 1_000 }),
    });
    if (drainMs > 0) server?.leave?.();
    clearTimeout(drain);
    drain = setTimeout(end, drainMs);
  });
}

const started = await (isDev ? startDev : start)(settings, root).catch((error: unknown) =>
  refuse(`Not started: ${describeStartFault(error, settings)}`, isDatabaseAway(error) ? 3 : 2),
);
server = started;

log(`Capiz listens at ${started.origin}`);
if (started.payOrigin === undefined) log(`Loan service:     ${settings.upstream?.origin} (CAPIZ_UPSTREAM)`);
else {
  log(`Start page:       ${started.origin}${START_ADDRESS}`);
  log(`Demonstration:    ${started.origin}${DEMO_ADDRESS}`);
  log(`Gallery:          ${started.origin}${GALLERY_ADDRESS}`);
  log(`Payment page:     ${started.payOrigin}`);
  const scenario = started.scenarios?.get('repayable');
  const visit = Date.now().toString(36).slice(-4);
  if (scenario) log(`An order:         ${started.origin}${writeDemoAddress('/order', scenario, visit)}`);
}
if (!isDev) log(`Documentation:    ${started.origin}${DOCS_ADDRESS}`);

if ('firstLink' in started) {
  log(`Studio, once:     ${started.origin}${started.firstLink}${TO_STUDIO} (sets your password)`);
} else if (!isDev) {
  log(`Studio:           ${started.origin}${STUDIO_ADDRESS}`);
  log(`Staff:            ${started.origin}${STAFF_ADDRESS}`);
}
