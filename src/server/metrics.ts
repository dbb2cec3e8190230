import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };

/** What a server measures, in the text format of Prometheus. `docs/operating/watch.md` lists these metrics. */
export interface Metrics {
  /** @param place - A result of `placeOf`. */
  request(place: string, status: number, seconds: number): void;
  /** One attempt to reach the loan service. @param endpoint - Name of the contract. @param outcome - `2xx`, or why there is no response. */
  upstream(endpoint: string, outcome: string, seconds: number): void;
  /** One statement in the database. */
  query(isFailed: boolean, seconds: number): void;
  document(outcome: string): void;
  rolloutStep(step: string): void;
  pageEvents(kind: string, count: number): void;
  pageBatchRefused(): void;
  pageReport(kind: string, code: string | undefined): void;
  /** @param current - Values of this moment. */
  write(current?: readonly CurrentValue[]): Promise<string>;
}

/** Has few different label values and no data of visitors, because every combination is stored. */
export interface CurrentValue {
  readonly name: keyof typeof CURRENT;
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
}

/** Values that are read when they are asked for. */
const CURRENT = {
  capiz_release_live: 'The live release, as a label',
  capiz_releases_retained: 'Releases in memory, for pages that are open',
  capiz_releases_unservable: 'Releases that borrowers should get but this server cannot serve',
  capiz_screens_closed: 'Closed screens',
  capiz_rollout_share: 'Share of the borrowers who get the release of the rollout, 0 to 1',
  capiz_rollout_overdue_seconds:
    'How much longer than planned the stage of the running rollout has taken so far',
  capiz_database_reachable: '1 if the database answers within two seconds, otherwise 0',
} as const;

/** Upper bounds in seconds; a call may take up to 30. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/** @param measures - `process`: also memory, processor, event loop and file descriptors of this process. */
export function createMetrics(measures?: 'process'): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  if (measures === 'process') collectDefaultMetrics({ register });
  const count = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  const time = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: readonly Label[]
  ) => new Histogram<Label>({ name, help, labelNames, buckets, registers });

  const requests = count(
    'capiz_requests_total',
    'Requests, by kind of address and class of status',
    'place',
    'status',
  );
  const requestSeconds = time(
    'capiz_request_duration_seconds',
    'Time from the arrival of a request to its response',
    CALL_SECONDS,
    'place',
  );
  const upstream = count(
    'capiz_upstream_requests_total',
    'Attempts to reach the loan service, by contract and outcome: class of status, late, unsent, broken, redirect, large',
    'endpoint',
    'outcome',
  );
  const upstreamSeconds = time(
    'capiz_upstream_duration_seconds',
    'Time of an attempt to reach the loan service',
    CALL_SECONDS,
    'endpoint',
  );
  const queries = count(
    'capiz_database_queries_total',
    'Statements in the database, by outcome: done, failed',
    'outcome',
  );
  const querySeconds = time(
    'capiz_database_duration_seconds',
    'Time of a statement in the database',
    QUERY_SECONDS,
  );
  const documents = count(
    'capiz_documents_total',
    'Documents that the server rendered with data or tried to, by outcome',
    'outcome',
  );
  const steps = count('capiz_rollout_steps_total', 'Steps of rollouts that this server took', 'step');
  // A counter that begins with its first event has no increase then, so alerts about it would be late.
  for (const step of ['advanced', 'completed', 'returned']) steps.inc({ step }, 0);
  const events = count('capiz_page_events_total', 'Events that pages count', 'kind');
  const batches = count('capiz_page_batches_refused_total', 'Counts of pages that were refused');
  const reports = count('capiz_page_reports_total', 'Faults that pages report', 'kind', 'code');
  reports.inc({ kind: 'fault', code: 'intent/damaged' }, 0);
  for (const outcome of ['done', 'failed']) queries.inc({ outcome }, 0);
  const current = new Map<string, Gauge>();
  for (const [name, help] of Object.entries(CURRENT)) {
    const labelNames = ['release'];
    current.set(name, new Gauge({ name, help, labelNames, registers }));
  }
  new Gauge({
    name: 'capiz_build_info',
    help: 'The version that runs, as labels; always 1',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: manifest.version, node: process.versions.node }, 1);

  return {
    request(place, status, seconds) {
      requests.inc({ place, status: classOf(status) });
      requestSeconds.observe({ place }, seconds);
    },
    upstream(endpoint, outcome, seconds) {
      upstream.inc({ endpoint, outcome });
      upstreamSeconds.observe({ endpoint }, seconds);
    },
    query(isFailed, seconds) {
      queries.inc({ outcome: isFailed ? 'failed' : 'done' });
      querySeconds.observe(seconds);
    },
    document: (outcome) => documents.inc({ outcome }),
    rolloutStep: (step) => steps.inc({ step }),
    pageEvents: (kind, times) => events.inc({ kind }, times),
    pageBatchRefused: () => batches.inc(),
    pageReport: (kind, code) => reports.inc({ kind, ...(code !== undefined && { code }) }),
    write(values = []) {
      for (const gauge of current.values()) gauge.reset();
      for (const { name, labels = {}, value } of values) current.get(name)?.set(labels, value);
      return register.metrics();
    },
  };
}

/** `2xx` */
export function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

/** The kind of an address. The address itself may identify a borrower. */
export function placeOf(path: string, type: string | null): string {
  if (path.startsWith('/capiz/plans/')) return 'plan';
  if (path.startsWith('/capiz/api/')) return 'api';
  if (path === '/capiz/reports') return 'report';
  if (path.startsWith('/capiz/')) return 'file';
  if (['/healthz', '/readyz', '/metrics'].includes(path)) return 'health';
  return type?.startsWith('text/html') === true ? 'document' : 'call';
}
