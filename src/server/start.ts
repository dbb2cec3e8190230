import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { DraftPagesOptions } from './drafting/draft-pages.ts';
import type { AppOptions } from './app-options.ts';
import { createApp } from './app.ts';
import { fixedRelease, type ReleaseParts } from './delivery/release-source.ts';
import type { StaticFiles } from './delivery/static-files.ts';
import { type Definitions, makeReleaseParts, type Project } from './project.ts';
import type { Log } from './log.ts';
import type { Places } from '#src/simulator/service/places.ts';
import type { Settings } from './settings.ts';
import { pruneImages } from './uploads/prune-images.ts';
import { openUploadStore } from './uploads/upload-store.ts';

export interface RunningServer {
  /** Origin of borrowers' addresses. */
  readonly origin: string;
  /** Origin of the payment page; absent with a real loan service. */
  readonly payOrigin?: string;
  /**
   * From now on the server reports that it is not ready, and closes each connection after its next response. It
   * keeps serving.
   */
  leave?(): void;
  /** Accepts no new connections, lets requests finish, and cuts off open ones after the grace time. */
  close(graceMs: number): Promise<void>;
}

/** Handles the requests of one port. */
export interface Answerer {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

/** Creates the apps when the payment page's origin is known; undefined with a real loan service. */
export type MakeApps = (payOrigin: string | undefined) => {
  readonly app: Answerer;
  readonly paymentPage?: Answerer;
};

/**
 * Creates the source of releases and the apps that change them. `make` depends on the server's ports, because they
 * decide which hosts are foreign.
 */
export type MakeSource = (
  make: (definitions: Definitions) => ReleaseParts,
  built: StaticFiles,
  drafts: DraftMeans,
) => Pick<AppOptions, 'releases' | 'api' | 'staffPages' | 'draftPages' | 'counts' | 'calls' | 'isReachable'>;

/** Parts for previews of drafts, which are always demonstrations. */
export type DraftMeans = Pick<DraftPagesOptions, 'page' | 'rehearse' | 'make'>;

/** The parts of a project that a server needs besides its releases. */
export interface Surroundings
  extends Pick<
    Project,
    'definitions' | 'docs' | 'readBuilt' | 'readPictures' | 'loadFixtures' | 'readFixturesAgain' | 'rehearse'
  > {
  /** Undefined: no city can be picked. */
  loadPlaces(file?: string): Places | undefined;
}

/** Serves the definitions of a folder, without a registry. */
function serveFolder({ definitions }: Surroundings): MakeSource {
  if (definitions === undefined) throw new Error('A project with errors is not served.');
  return (make) => ({ releases: fixedRelease(make(definitions)) });
}

/**
 * Listens on the settings' port, and with the payment page on the next one.
 * @throws Error with the code of Node's socket if a port is in use or not allowed.
 */
export async function startServer(
  settings: Settings,
  project: Surroundings,
  log: Log,
  makeSource?: MakeSource,
  process: Pick<AppOptions, 'stopping' | 'metrics'> = {},
): Promise<RunningServer> {
  let uploads: AppOptions['uploads'];
  const makeApps: MakeApps = (payOrigin) => {
    const options = optionsOf(settings, project, payOrigin, log, makeSource);
    uploads = options.uploads;
    return createApp({ ...options, ...process });
  };
  const server = await serve(settings, makeApps, process.stopping?.leaving);
  const endPruning = uploads && pruneImages(uploads, { days: settings.uploadDays, log });
  return {
    ...server,
    close(graceMs) {
      endPruning?.();
      return server.close(graceMs);
    },
  };
}

/** In the installation's data folder. */
const UPLOADS_FOLDER = 'uploads';

/** The options of an app for a project and these settings. */
export function optionsOf(
  settings: Settings,
  project: Surroundings,
  payOrigin: string | undefined,
  log: Log,
  makeSource: MakeSource = serveFolder(project),
): AppOptions {
  const { upstream, upstreamKeys, serviceHeaders, uploads, folder, publicUrl, demo, proxies, logFormat } =
    settings;
  const listed = settings.places;
  // With real loans, a sample of places would send people to a wrong town, or nowhere.
  const isSampled = upstream === undefined || demo;
  const places = listed === undefined && !isSampled ? undefined : project.loadPlaces(listed);
  const publicOrigin = publicUrl?.origin;
  const page = project.readBuilt();
  const files = new Map([...page.files, ...project.readPictures()]);
  const built = {
    ...{ ...page, docs: project.docs, files, proxies, logsRequests: logFormat === 'json', places },
    ...(publicOrigin && { publicOrigin }),
  };
  const drafts: DraftMeans = {
    page: built,
    rehearse: () => project.rehearse(),
    make: (definitions) => makeReleaseParts(definitions, [], true),
  };
  if (payOrigin === undefined) {
    if (upstream === undefined)
      throw new Error('Without a loan service, the simulated one needs its payment page.');
    if (places === undefined) log('CAPIZ_PLACES is not set: nobody can pick a city.');
    const nameSamples = sampleWarnings(log);
    const source = makeSource(
      (definitions) => {
        nameSamples(definitions.app.samples);
        return makeReleaseParts(definitions, [], demo, true);
      },
      built.files,
      drafts,
    );
    const loanService = {
      ...{ upstream, keepsKeys: upstreamKeys === true },
      ...(serviceHeaders && { serviceHeaders }),
    };
    return { ...built, ...source, loanService, demo, log };
  }
  return {
    ...built,
    ...makeSource(
      (definitions) => makeReleaseParts(definitions, [new URL(payOrigin).host], true),
      built.files,
      drafts,
    ),
    loanService: {
      ...project.loadFixtures(),
      readAgain: () => project.readFixturesAgain(),
      payOrigin,
      ...(publicOrigin && { publicOrigin }),
    },
    uploads: openUploadStore(uploads ?? { folder: join(folder, UPLOADS_FOLDER) }),
    demo,
    log,
  };
}

/** Warns about sample values in a release; the same list is logged once. */
function sampleWarnings(log: Log): (samples?: readonly string[]) => void {
  let lastList = '';
  return (samples = []) => {
    const list = samples.join(', ');
    if (list === '' || list === lastList) return;
    lastList = list;
    log(
      `Set these values in screens/app.json and take them out of "samples": ${list}. Until then borrowers see the samples of config, and samples of the session are not sent.`,
    );
  };
}

/**
 * Like `startServer`, for any apps. @param leaving - Once aborted, each connection is closed after its next
 * response.
 */
export async function serve(
  settings: Settings,
  make: MakeApps,
  leaving?: AbortSignal,
): Promise<RunningServer> {
  const { host, port, upstream, publicUrl } = settings;
  const publicOrigin = publicUrl?.origin;
  if (upstream) {
    const server = await listen(make(undefined).app, host, port, leaving);
    return {
      origin: publicOrigin ?? originOf(server, host),
      close: (graceMs) => closeAll([server], graceMs),
    };
  }
  // The second port is opened first, because the page needs the payment page's origin.
  let apps: ReturnType<MakeApps> | undefined;
  const paymentServer = await listen(
    {
      fetch: (request, env) =>
        apps?.paymentPage?.fetch(request, env) ?? new Response('Starting', { status: 503 }),
    },
    host,
    port === 0 ? 0 : port + 1,
    leaving,
  );
  try {
    const payOrigin = originOf(paymentServer, publicUrl?.hostname ?? host);
    apps = make(payOrigin);
    const server = await listen(apps.app, host, port, leaving);
    return {
      origin: publicOrigin ?? originOf(server, host),
      payOrigin,
      close: (graceMs) => closeAll([server, paymentServer], graceMs),
    };
  } catch (error) {
    await closeAll([paymentServer], 0);
    throw error;
  }
}

/**
 * Longer than a proxy (60 s for most) or a client keeps an idle connection. If the server closed it first, it
 * might break while it is reused, and a request would be lost.
 */
const KEPT_OPEN_MS = 75_000;

function listen(app: Answerer, host: string, port: number, leaving?: AbortSignal): Promise<Server> {
  const answer = getRequestListener((request, env) => app.fetch(request, env));
  const server = createServer((incoming, outgoing) => {
    // A proxy that reuses the connection would send its next request to a closing server.
    if (leaving?.aborted) outgoing.shouldKeepAlive = false;
    void answer(incoming, outgoing);
  });
  server.keepAliveTimeout = KEPT_OPEN_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/**
 * Listens on every port of these settings and closes it again.
 * @throws Error with the code of Node's socket if a port is in use or not allowed.
 */
export async function takePorts({ host, port, upstream }: Settings): Promise<void> {
  const ports = port === 0 || upstream ? [port] : [port, port + 1];
  for (const one of ports) {
    const server = await listen({ fetch: () => new Response('Starting', { status: 503 }) }, host, one);
    await closeAll([server], 0);
  }
}

/** Codes of connections that another start may get: the other side is not there yet. */
const NOT_THERE_YET: ReadonlySet<string | undefined> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // PostgreSQL: starting up, shutting down, too many connections.
  ...['57P03', '57P01', '53300'],
]);

/** Whether the database could not be reached. Unlike a wrong setting, another start may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && NOT_THERE_YET.has((error as NodeJS.ErrnoException).code);
}

/** One sentence for the operator, with the solution. */
export function describeStartFault(error: unknown, { host, port }: Settings): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port: asked = port } = error as NodeJS.ErrnoException & { readonly port?: number };
  const what = asked === port ? `Port ${asked}` : `Port ${asked} of the payment page, the one after PORT,`;
  const way = `Choose another port, for example PORT=${port + 10}.`;
  if (isDatabaseAway(error)) return `the database of DATABASE_URL cannot be reached (${code}).`;
  if (code === 'EADDRINUSE') return `${what} is in use, perhaps by an earlier start. ${way}`;
  if (code === 'EACCES') return `${what} may not be used by this account. ${way}`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST ${host} is not an address of this machine. Set HOST to one of its addresses; the default is 127.0.0.1.`;
  return error.message;
}

/** An address that listens everywhere is shown as localhost. */
function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const shown = ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host;
  return `http://${shown.includes(':') && !shown.startsWith('[') ? `[${shown}]` : shown}:${port}`;
}

/**
 * A new connection with a waiting request sends it within this time; a connection that a browser opened in advance
 * does not.
 */
export const FRESH_MS = 1_000;

async function closeAll(servers: readonly Server[], graceMs: number): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          // Stops listening. `server.close` would also close connections whose first request is on its way.
          NetServer.prototype.close.call(server, () => resolve());
          setTimeout(() => server.closeIdleConnections(), Math.min(graceMs, FRESH_MS)).unref();
          setTimeout(() => server.closeAllConnections(), graceMs).unref();
        }),
    ),
  );
}
