import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PAGE_HEADER, REPORTS_ADDRESS, SCREEN_HEADER } from '#src/shared/release.ts';
import { STATE_PARAMETER } from '#src/shared/states.ts';
import { answerWithFile, createFileFinder, createHeadersOfAll, createPageWriter } from './answers.ts';
import { serveUpstream } from './call-service.ts';
import type { Contract } from '#src/shared/contract.ts';
import { findContract } from '#src/shared/contract-path.ts';
import { createContentWriter } from './content/content-writer.ts';
import { createDelivery, type Delivered } from './delivered.ts';
import { readCountReport } from './delivery/read-counts.ts';
import { watchForProxies, callerKeyOf } from './delivery/caller-key.ts';
import type { ReleaseSource } from './delivery/release-source.ts';
import { LARGEST_REPORT_BYTES, Reports } from './delivery/reports.ts';
import { isOwnNetwork } from './delivery/network.ts';
import { vocabularyOf } from './delivery/vocabulary.ts';
import { INERT_POLICY } from './delivery/security-headers.ts';
import type { StaticFile } from './delivery/static-files.ts';
import type { Arrival } from './forwarder.ts';
import { type Html, PAGE_STYLES, serveStyles } from '#src/shared/html.ts';
import type { LogLevel } from './log.ts';
import { createMetrics, type CurrentValue, type Metrics, placeOf } from './metrics.ts';
import { answerNoSuchPath, asksForPage, prefixOf } from './no-such-path.ts';
import { Quota } from './quota.ts';
import type { AppOptions } from './app-options.ts';
import { createPaymentPage } from '#src/simulator/payment/payment-page.ts';
import { DEMO_ADDRESS, DEMO_STYLES_ADDRESS, writeDemoPage } from '#src/simulator/scenarios/demo-page.ts';
import { createDocsPages } from './docs/docs-pages.ts';
import { GALLERY_PATHS } from './demo/gallery.ts';
import { openSimulator, type SimulatorService } from './demo/open-simulator.ts';
import { START_ADDRESS, writeStartPage } from './demo/start-page.ts';
import { createUploadServer, createUploadRoutes } from './uploads/upload-routes.ts';
import { readRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import { answerUnexpected } from './unexpected-error.ts';
import { UPLOADS_ADDRESS } from '#src/shared/uploads/upload-names.ts';

export interface Apps {
  /** Everything on the page's origin. */
  readonly app: Hono;
  /** The simulator's payment page, for the second port. */
  readonly paymentPage?: Hono;
}

/** Addresses whose content never changes. They are answered even after their release is no longer served. */
const KEPT = /^\/capiz\/(plans|assets)\/[\w.-]+$/;

/**
 * Everything that the server answers, without a port, so tests can call `app.request('/order')`. Order of routes:
 * ours under `/capiz`, the loan service's paths, then the borrower's page for every other address.
 */
export function createApp(options: AppOptions): Apps {
  const { now = Date.now, wait = waitFor, log = () => {} } = options;
  const app = new Hono();
  const { releases, loanService, metrics = createMetrics() } = options;
  const surroundings = { ...options, now, wait, metrics };
  const service =
    'upstream' in loanService
      ? { serve: serveUpstream(loanService, surroundings) }
      : openSimulator(loanService, surroundings);
  const reference = 'orders' in service ? service : undefined;
  const deliver = createDelivery({
    ...options,
    serve: service.serve,
    ...(reference && { showcase: reference.showcase }),
  });
  const live = (): Delivered => deliver(releases.live());
  const headersOf = createHeadersOfAll(options, live);
  const watchProxy = watchForProxies(options.proxies ?? 0, log);
  const arrivals = new WeakMap<Context, Arrival>();
  const arrivalOf = (context: Context): Arrival => {
    const { incoming } = (context.env ?? {}) as Pick<Arrival, 'incoming'>;
    return { ...arrivals.get(context), ...(incoming && { incoming }) };
  };
  app.use(async (context, next) => {
    const arrived = performance.now();
    const request = readRequestId(context.req.header(REQUEST_ID_HEADER), options.proxies);
    arrivals.set(context, { arrived, request });
    watchProxy(context.req.header('x-forwarded-for'));
    await next();
    const { method, path } = context.req;
    const { status, headers } = context.res;
    const place = placeOf(path, headers.get('content-type'));
    const ms = performance.now() - arrived;
    if (options.logsRequests) {
      const level = levelOf(status, ms);
      log('A request', { level, request, method, place, status, ms: Math.round(ms) });
    }
    metrics.request(place, status, ms / 1_000);
    // A caller who reports a failure can quote it.
    if (status >= 500) headers.set(REQUEST_ID_HEADER, request);
    for (const [name, value] of Object.entries(headersOf(path))) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', INERT_POLICY);
  });
  app.onError(answerUnexpected(log, (context) => arrivals.get(context)?.request));

  app.get('/healthz', (context) => context.text('ok'));
  const askDatabase = shareCalls(options.isReachable);
  addReadiness(app, options, askDatabase);
  app.get('/metrics', async (context) => {
    const isReachable = await askDatabase();
    const values: CurrentValue[] = [...(releases.measure?.() ?? [])];
    if (isReachable !== undefined)
      values.push({ name: 'capiz_database_reachable', value: isReachable ? 1 : 0 });
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    };
    return context.text(await metrics.write(values), 200, headers);
  });
  if (options.docs !== undefined) app.route('/', createDocsPages(options.docs));
  const findFile = createFileFinder(options);
  addReleaseFiles(app, options, findFile);
  const reports = new Reports();
  addReports(app, reports, options, metrics);

  if (options.api) app.route('/', options.api);
  if (options.staffPages) app.route('/', options.staffPages);
  if (options.draftPages) app.route('/', options.draftPages);

  addVerdicts(app, options);
  addUploads(app, options, now);
  if (reference) addShowcase(app, reference, reports, live, options.staffPages !== undefined);
  app.all('*', async (context, next) => {
    const { path, raw } = context.req;
    const knows = (one: Delivered) => one.takesCall(path);
    // A page of an earlier release may make a call that the live release does not have.
    const one = knows(live()) ? live() : [...releases.retained()].map(deliver).find(knows);
    return one?.service.fetch(raw, { ...(context.env as object), ...arrivalOf(context) }) ?? next();
  });
  app.all('/capiz/*', (context) => context.text('Not found', 404));
  const contents =
    options.renderContent &&
    createContentWriter({
      render: options.renderContent,
      now,
      publicOrigin: options.publicOrigin,
      count: metrics.document,
    });
  const writePage = createPageWriter(options, deliver, contents);
  // Every other address shows the borrower's page, with status 404 if the address is unknown. A call never gets a
  // page.
  app.get('*', (context) => {
    const answer = writePage(context);
    const { path } = context.req;
    const isCall =
      !asksForPage(context.req.header('accept')) || live().callPrefixes.has(prefixOf(path) ?? '');
    return answer.status === 404 && isCall ? answerNoSuchPath(context) : answer;
  });
  app.all('*', answerNoSuchPath);

  return {
    app,
    ...(reference && {
      paymentPage: createPaymentPage({ orders: reference.orders, wait, onError: answerUnexpected(log) }),
    }),
  };
}

/** From this time on a successful request is logged as slow. */
const SLOW_MS = 1_000;

function levelOf(status: number, ms: number): LogLevel {
  if (status >= 500) return 'error';
  return ms >= SLOW_MS ? 'warn' : 'info';
}

/**
 * For a load balancer. A server starts to listen only after a release is compiled and loaded. The response names
 * each release that should be served but cannot be.
 */
function addReadiness(
  app: Hono,
  { stopping, releases }: AppOptions,
  askDatabase: () => Promise<boolean | undefined>,
): void {
  app.get('/readyz', async (context) => {
    const no = (why: string) => context.text(why, 503, { 'Cache-Control': 'no-store' });
    if (stopping?.leaving.aborted) return no('The server is being stopped.');
    if ((await askDatabase()) === false) return no('The database cannot be reached.');
    return context.text(['ready', ...writeUnserved(releases)].join('\n'), 200, {
      'Cache-Control': 'no-store',
    });
  });
}

/** Calls that overlap share one query of the database. @returns undefined without a database. */
function shareCalls(ask: (() => Promise<boolean>) | undefined): () => Promise<boolean | undefined> {
  let asking: Promise<boolean> | undefined;
  return async () => (asking ??= ask?.().finally(() => (asking = undefined)));
}

/** A line for each release that cannot be served although it is newer than the served one. */
function writeUnserved({ unserved }: ReleaseSource): string[] {
  return (unserved?.() ?? []).map(({ release, why }) => `release ${release} cannot be served: ${why}`);
}

function addReleaseFiles(
  app: Hono,
  { releases }: AppOptions,
  findFile: (path: string) => StaticFile | undefined,
): void {
  const findEarlier = async (path: string): Promise<StaticFile | 'closed' | 'unknown' | undefined> => {
    if (!KEPT.test(path)) return undefined;
    try {
      return await releases.findEarlier?.(path);
    } catch {
      return 'unknown';
    }
  };
  app.get('/capiz/*', async (context, next) => {
    const { path, raw } = context.req;
    const file = findFile(path) ?? (await findEarlier(path));
    if (!file) return next();
    if (file === 'closed') return context.text('This screen is closed', 410, { 'Cache-Control': 'no-store' });
    // A failed lookup does not mean that the file is gone.
    if (file === 'unknown') return context.text('Try again', 503, { 'Retry-After': '1' });
    return answerWithFile(raw, file);
  });
}

/** Pages stay open after a screen is closed or a release is rolled back; the responses to their calls tell them. */
function addVerdicts(app: Hono, { releases }: AppOptions): void {
  app.use(async (context, next) => {
    const { path } = context.req;
    const verdict = releases.checkPage?.({
      path,
      screen: context.req.header(SCREEN_HEADER),
      cookies: context.req.header('cookie'),
    });
    if (verdict === 'closed') {
      const headers = { [PAGE_HEADER]: verdict, 'Cache-Control': 'no-store' };
      return context.text('This screen is closed', 410, headers);
    }
    await next();
    if (verdict !== undefined) context.res.headers.set(PAGE_HEADER, verdict);
  });
}

/** Checks files before a call is forwarded, and serves those that are stored here. */
function addUploads(
  app: Hono,
  { releases, uploads, publicOrigin, proxies = 0, log = () => {} }: AppOptions,
  now: () => number,
): void {
  const find = (method: string, path: string): Contract | undefined => {
    for (const { contracts } of releases.retained()) {
      const contract = findContract(contracts, method, path);
      if (contract?.encoding === 'multipart') return contract;
    }
    return undefined;
  };
  const whoSends = (context: Context) => callerKeyOf(context, proxies);
  const options = { find, now, callerKeyOf: whoSends, publicOrigin, log };
  app.use(createUploadRoutes({ ...options, ...(uploads && { store: uploads }) }));
  if (uploads) app.get(`${UPLOADS_ADDRESS}*`, createUploadServer(uploads, log));
}

/** Maximum number of log lines per minute for reports of pages: for all networks, and for one network. */
const MOST_LOGGED = { all: 60, network: 10 } as const;
const MINUTE_MS = 60_000;

function addReports(
  app: Hono,
  reports: Reports,
  { releases, counts, now = Date.now, log = () => {}, proxies = 0 }: AppOptions,
  metrics: Metrics,
): void {
  const vocabulary = vocabularyOf(releases);
  const quota = new Quota(now, MINUTE_MS);
  const mayLog = (network: string): boolean => {
    // A refused network does not use up the limit of all networks. A private address may belong to a proxy, so it
    // has no separate limit.
    const isWithin = isOwnNetwork(network) || quota.take(`network ${network}`, MOST_LOGGED.network);
    return isWithin && quota.take('all', MOST_LOGGED.all);
  };
  app.post(REPORTS_ADDRESS, bodyLimit({ maxSize: LARGEST_REPORT_BYTES }), async (context) => {
    const body = await context.req.text();
    const posted = readCountReport(body, vocabulary);
    if (posted !== undefined) {
      const counted = counts?.take(posted);
      if (counted === undefined) metrics.pageBatchRefused();
      else
        for (const kinds of Object.values(counted.screens))
          for (const [kind, count] of Object.entries(kinds)) metrics.pageEvents(kind, count);
    }
    const network = callerKeyOf(context, proxies);
    for (const { kind, details } of reports.take(body, now(), vocabulary)) {
      const { code } = details;
      metrics.pageReport(kind, code);
      if (mayLog(network)) log('A page reports', { level: 'warn', kind, ...details });
    }
    return context.body(null, 204);
  });
}

/** Pages that show the simulated loan service to people and tests. */
function addShowcase(
  app: Hono,
  { orders, journal, showcase }: SimulatorService,
  reports: Reports,
  live: () => Delivered,
  hasStudio: boolean,
): void {
  const screens = () => live().release.app.plan.screens;
  app.get('/', (context, next) => {
    // A product may have its own screen at `/`.
    if (Object.values(screens()).some(({ paths }) => paths.includes('/'))) return next();
    return Promise.resolve(context.redirect(DEMO_ADDRESS, 302));
  });
  const showPage = (context: Context, page: Html) =>
    context.html(page, 200, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'",
    });
  const newVisit = () => randomBytes(3).toString('hex');
  app.get(START_ADDRESS, (context) =>
    showPage(
      context,
      writeStartPage(showcase(), screens(), {
        visit: newVisit(),
        hasStudio,
      }),
    ),
  );
  app.get(DEMO_ADDRESS, (context) =>
    showPage(context, writeDemoPage(showcase().scenarios, screens(), newVisit())),
  );
  app.get(DEMO_STYLES_ADDRESS, serveStyles(PAGE_STYLES));
  for (const path of GALLERY_PATHS)
    app.get(path, (context, next) => {
      // A state of a screen without a route: its page has an address below the gallery's.
      if (context.req.query(STATE_PARAMETER) !== undefined) return next();
      return live().gallery?.app.fetch(context.req.raw) ?? next();
    });
  app.get('/capiz/reference/requests', (context) => noStore(journal.list(context.req.query('orderId'))));
  app.get('/capiz/reference/order', (context) => {
    const order = orders.find(context.req.query('orderId') ?? '');
    if (!order) return context.text('Not found', 404);
    const { orderId, scenario, stage, reads, isScored, payments, loans } = order;
    return noStore({ orderId, scenario: scenario.name, stage, reads, isScored, payments, loans });
  });
  app.get('/capiz/reference/reports', () => noStore(reports.list()));
}

function noStore(value: unknown): Response {
  return Response.json(value, { headers: { 'Cache-Control': 'no-store' } });
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
