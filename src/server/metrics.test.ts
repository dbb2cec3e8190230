import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { createApp } from './app.ts';
import { createMetrics } from './metrics.ts';
import { openDatabase } from './registry/database.ts';
import { callEndpoint, createTestApp, testParts, testPlaces } from './testing.ts';

const readMetrics = async (app: { request(path: string): Response | Promise<Response> }) =>
  (await app.request('/metrics')).text();

describe('the metrics', () => {
  it('count requests and their time, by kind of address', async () => {
    const { app } = createTestApp();
    await app.request('/order');
    await app.request('/capiz/nothing');
    const text = await readMetrics(app);
    expect(text).toContain('capiz_requests_total{place="document",status="2xx"} 1\n');
    expect(text).toContain('capiz_requests_total{place="file",status="4xx"} 1\n');
    expect(text).toContain('capiz_request_duration_seconds_bucket{le="+Inf",place="document"} 1\n');
  });

  it('count attempts to reach the loan service, by contract and outcome', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const { app } = createApp({
      ...{ ...testParts([]), places: testPlaces },
      loanService: { upstream: new URL(`http://127.0.0.1:${port}/`) },
    });
    await callEndpoint(app, 'order-details', { orderId: '1' });
    const text = await readMetrics(app);
    expect(text).toContain('capiz_upstream_requests_total{endpoint="order-details",outcome="unsent"} 1\n');
    expect(text).toContain('capiz_upstream_duration_seconds_count{endpoint="order-details"} 1\n');
  });

  it('count statements in the database, also those that fail', async () => {
    const metrics = createMetrics();
    const database = await openDatabase(':memory:', {}, metrics.query);
    await sql`select 1`.execute(database.queries);
    await expect(sql`select * from nothing`.execute(database.queries)).rejects.toThrow('nothing');
    await database.close();
    const text = await metrics.write();
    expect(text).toMatch(/^capiz_database_queries_total\{outcome="done"\} \d+$/m);
    expect(text).toContain('capiz_database_queries_total{outcome="failed"} 1\n');
    expect(text).toMatch(/^capiz_database_duration_seconds_count \d+$/m);
  });

  it('begin with zero where an alert counts the first event', async () => {
    const text = await createMetrics().write();
    expect(text).toContain('capiz_rollout_steps_total{step="returned"} 0\n');
    expect(text).toContain('capiz_page_reports_total{kind="fault",code="intent/damaged"} 0\n');
    expect(text).toContain('capiz_database_queries_total{outcome="failed"} 0\n');
  });

  it('have the version, and memory and event loop of the process', async () => {
    const text = await createMetrics('process').write();
    expect(text).toContain(`capiz_build_info{version="${version}",node="${process.versions.node}"} 1\n`);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, 'm'));
  });

  it('have only the current values of the releases', async () => {
    const metrics = createMetrics();
    await metrics.write([{ name: 'capiz_release_live', labels: { release: 'a1' }, value: 1 }]);
    const text = await metrics.write([{ name: 'capiz_release_live', labels: { release: 'b2' }, value: 1 }]);
    expect(text).toContain('capiz_release_live{release="b2"} 1\n');
    expect(text).not.toContain('a1');
  });
});
