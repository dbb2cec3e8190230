import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRATEGIES } from '#src/shared/rollout/strategy.ts';
import { type CountTag, type ReportKind } from '#src/shared/reports.ts';
import { REPORTS_ADDRESS, type ReleaseDocument } from '#src/shared/release.ts';
import { bucketOf, type Group, groupOf } from '#src/shared/rollout/assign.ts';
import { readTag } from '#tests/page-cookie.ts';
import { type RunningPostgres, startPostgres } from '#tests/postgres.mjs';
import { buildProgram } from './build-program.ts';
import { reportFigures } from './figures.ts';
import { createDatabase, createServers, says, type Server, type Staff, staffOf } from './server-processes.ts';

/*
 * Check 6, on three server processes with one PostgreSQL: how long borrowers get a release that breaks pages,
 * and a release that is rolled back by hand. Only in the long run (`vite.config.ts`).
 */

const ROUNDS = 5;
/** Borrowers on either side whose pages report; with the new release every twentieth page breaks. */
const VISITORS = 600;
const BROKEN_EVERY = 20;
/** Borrowers who poll their release. */
const CLIENTS = 60;
/** The promised times. */
const RETURNED_MS = 60_000;
const TAKEN_BACK_MS = 1_000;
const CLIENT_MS = 30_000;

const root = mkdtempSync(join(tmpdir(), 'capiz-return-'));
const folder = join(root, 'a');
const staff = staffOf(folder);
let postgres: RunningPostgres;
let servers: ReturnType<typeof createServers>;
let running: readonly [Server, Server, Server];

beforeAll(async () => {
  postgres = startPostgres();
  servers = createServers(await buildProgram('server', root));
  const address = await createDatabase(postgres.address, 'return_in_time');
  const first = await servers.start(folder, address);
  const second = await servers.start(join(root, 'b'), address);
  running = [first, second, await servers.start(join(root, 'c'), address)];
}, 120_000);
afterAll(() => {
  servers.endAll();
  postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

const anyServer = (at: number) => running[at % running.length] as Server;

/** A borrower with a browser's cookies. */
class Borrower {
  readonly #cookies = new Map<string, string>();

  constructor(id: string) {
    this.#cookies.set('capiz-visitor', id);
  }

  async open({ origin }: Server): Promise<ReleaseDocument & { readonly counts: CountTag | undefined }> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const reply = await fetch(`${origin}/shelf`, { headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([\w-]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const json = /id="capiz-release">(.*?)<\/script>/s.exec(await reply.text())?.[1];
    return { ...(JSON.parse(json ?? '{}') as ReleaseDocument), counts: readTag(reply) };
  }
}

function findBorrower(release: string, side: Group, share: number): Borrower {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (groupOf(bucketOf(release, id), share) === side) return new Borrower(id);
  }
}

const numberOf = ({ first }: ReleaseDocument) =>
  Number(/Release (\d+)/.exec(JSON.stringify(first?.plan))?.[1] ?? -1);

async function report(server: Server, tag: CountTag, kinds: { readonly [kind in ReportKind]?: number }) {
  const body = JSON.stringify({ type: 'counts', ...tag, screens: { shelf: kinds } });
  await fetch(server.origin + REPORTS_ADDRESS, { method: 'POST', body });
}

/** A page that sends no report counts as one that did not start. */
async function openAndReport(borrower: Borrower, server: Server): Promise<ReleaseDocument> {
  const document = await borrower.open(server);
  if (document.counts !== undefined) await report(server, document.counts, { load: 1 });
  return document;
}

/** Opens and reports pages of one side, at random servers. */
async function visitMany(release: string, side: Group, share: number): Promise<void> {
  for (let at = 0; at < VISITORS; at += 10) {
    const some = Array.from({ length: 10 }, async (_, one) => {
      const number = at + one;
      const { counts } = await findBorrower(release, side, share).open(anyServer(number));
      if (counts === undefined) throw new Error('Its page does not count.');
      const isBroken = side === 'candidate' && number % BROKEN_EVERY === 0;
      await report(anyServer(number + 1), counts, { load: 1, view: 1, ...(isBroken && { render: 1 }) });
    });
    await Promise.all(some);
  }
}

/** Waits until all clients get the release with this number. @returns Each client's duration since `began`, in ms. */
async function waitUntilAllGet(
  clients: readonly Borrower[],
  number: number,
  began: number,
): Promise<number[]> {
  return await Promise.all(
    clients.map(async (client, at) => {
      for (let again = 0; ; again += 1) {
        const seen = numberOf(await openAndReport(client, anyServer(at + again)));
        const tookMs = performance.now() - began;
        if (seen === number) return tookMs;
        if (tookMs > 2 * CLIENT_MS) return Infinity;
        await new Promise((later) => setTimeout(later, 100));
      }
    }),
  );
}

function p99(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity);
}

async function goLive(by: Staff, number: number): Promise<string> {
  const [server] = running;
  const release = await by.make(server, number);
  await by.publish(server, release);
  return release;
}

interface Seen {
  readonly state: string;
  readonly stage: number;
}

describe('by the clock', () => {
  it(
    'a release that breaks one page of twenty is returned automatically at its first stage, from all borrowers',
    async () => {
      const [server] = running;
      const tookMs: number[] = [];
      const clientMs: number[] = [];
      const share = STRATEGIES['quick']?.stages[0]?.basisPoints ?? 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const live = 2 * round + 1;
        const before = await goLive(staff, live);
        const release = await staff.make(server, live + 1);
        const { id } = await staff.call<{ id: string }>(server, '/rollouts', { release, strategy: 'quick' });
        const clients = Array.from({ length: CLIENTS }, () => findBorrower(release, 'candidate', share));
        expect(Math.max(...(await waitUntilAllGet(clients, live + 1, performance.now())))).toBeLessThan(
          Infinity,
        );
        // Each server serves the new release to borrowers of the rollout.
        for (const at of running.keys())
          await expect
            .poll(
              async () =>
                numberOf(await openAndReport(findBorrower(release, 'candidate', share), anyServer(at))),
              { timeout: 20_000 },
            )
            .toBe(live + 1);
        await visitMany(release, 'control', share);
        const began = performance.now();
        const visiting = visitMany(release, 'candidate', share).catch(() => undefined);
        const seen = () => staff.call<Seen>(server, `/rollouts/${id}`);
        await expect
          .poll(async () => (await seen()).state, { timeout: 2 * RETURNED_MS, interval: 50 })
          .toBe('returned');
        tookMs.push(performance.now() - began);
        expect((await seen()).stage).toBe(0);
        expect(await staff.live(server)).toBe(before);
        clientMs.push(...(await waitUntilAllGet(clients, live, performance.now())));
        await visiting;
      }
      reportFigures({
        ...{ check: 6, part: 'returned by itself', rollouts: ROUNDS, share, clients: clientMs.length },
        ...{ longestMs: Math.round(Math.max(...tookMs)), clientP99Ms: p99(clientMs) },
      });
      expect(Math.max(...tookMs)).toBeLessThanOrEqual(RETURNED_MS);
      expect(p99(clientMs)).toBeLessThanOrEqual(CLIENT_MS);
    },
    ROUNDS * 240_000,
  );

  it(
    'a release that is rolled back from the command line is served to no borrower',
    async () => {
      const serverMs: number[] = [];
      const clientMs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [server] = running;
        const live = 1_000 + 2 * round;
        await goLive(staff, live);
        await goLive(staff, live + 1);
        const clients = Array.from(
          { length: CLIENTS },
          () => new Borrower(randomBytes(16).toString('base64url')),
        );
        await waitUntilAllGet(clients, live + 1, performance.now());
        const args = [
          'bin/capiz.mjs',
          'rollback',
          '--reason',
          'A test.',
          '--server',
          server.origin,
          '--token-file',
          join(folder, 'staff-token'),
        ];
        await promisify(execFile)('node', args);
        const began = performance.now();
        const client = waitUntilAllGet(clients, live, began);
        await expect.poll(() => says(server), { timeout: CLIENT_MS, interval: 20 }).toBe(live);
        serverMs.push(performance.now() - began);
        clientMs.push(...(await client));
      }
      reportFigures({
        ...{ check: 6, part: 'taken back by hand', rollbacks: ROUNDS, clients: clientMs.length },
        ...{ longestMs: Math.round(Math.max(...serverMs)), clientP99Ms: p99(clientMs) },
      });
      expect(Math.max(...serverMs)).toBeLessThanOrEqual(TAKEN_BACK_MS);
      expect(p99(clientMs)).toBeLessThanOrEqual(CLIENT_MS);
    },
    ROUNDS * 120_000,
  );
});
