import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingHttpHeaders, request, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BORROWER_HEADER } from '#src/shared/release.ts';
import { LONG, SEED } from '#tests/property/settings.ts';
import { buildProgram } from './build-program.ts';
import { canaryFilesOf } from './canary-project.ts';
import { reportFigures } from './figures.ts';
import { type Server, staffOf } from './server-processes.ts';

/*
 * Check 27: the server reads and renders the data of many borrowers at the same time. Each has a canary, in the address and
 * in the replies of the loan service, and no response, metric or log line has the canary of another one.
 */

const RESPONSES = LONG ? 100_000 : 1_500;
/** At the same time; in the long check as many as may be rendered. */
const BORROWERS = LONG ? 32 : 12;
/** How many responses must have had content, so that the check means something on a busy machine too. */
const LEAST_CONTENT = LONG ? RESPONSES / 4 : 150;
const CANARY = /canary-\d+-\d+/g;

const folder = mkdtempSync(join(tmpdir(), 'capiz-canary-'));
let program = '';
let loans: HttpServer;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  [program, loans] = await Promise.all([buildProgram('canary-server', folder), startLoans()]);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => {
  loans.closeAllConnections();
  loans.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same numbers for the same seed, from 0 to below 1. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A loan service that answers with the canary of the caller, sometimes late, badly, or never. */
function startLoans(): Promise<HttpServer> {
  const random = numbersOf(SEED);
  const server = createServer((asked, answer) => {
    const card = new URL(asked.url ?? '/', 'http://loans').searchParams.get('cardId') ?? '';
    const chance = random();
    const say = (status: number, body: string) => {
      answer.writeHead(status, { 'Content-Type': 'application/json', ETag: `"${card}"` });
      answer.end(body);
    };
    const good = JSON.stringify({ ok: true, data: { name: `Reader ${card}`, books: [], fine: '1' } });
    if (chance < 0.01) setTimeout(() => asked.socket.destroy(), 2_000).unref();
    else if (chance < 0.03) say(500, `<p>${card} failed</p>`);
    else if (chance < 0.04) asked.socket.destroy();
    else if (chance < 0.05) say(200, good.slice(0, -10));
    else if (chance < 0.06) say(200, JSON.stringify({ ok: false, message: `Not now, ${card}` }));
    else setTimeout(() => say(200, good), random() * 25);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(server));
  });
}

interface CanaryServer extends Server {
  /** Everything that it has printed. */
  output(): string;
}

async function start(home: string, fault = '-'): Promise<CanaryServer> {
  const upstream = `http://127.0.0.1:${(loans.address() as AddressInfo).port}`;
  const child = spawn('node', [program, home, upstream, fault], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  const output = () => text;
  const [, origin = ''] = await expect
    .poll(() => /Listens at (\S+)/.exec(text), { timeout: 60_000 })
    .not.toBeNull()
    .then(() => /Listens at (\S+)/.exec(text) ?? []);
  return { origin, startMs: 0, child, output };
}

/** What a client asks for, and whose data may be in the response: none if `owner` is absent. */
interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers: { readonly [name: string]: string };
  readonly owner?: string;
  /** The client disconnects after so many ms. */
  readonly leavesAfterMs?: number;
}

interface Answered {
  readonly asked: Asked;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: BORROWERS });

/** @returns undefined if the client disconnected before the end. */
function ask(origin: string, asked: Asked): Promise<Answered | undefined> {
  return new Promise((done) => {
    const { method = 'GET', headers, path, leavesAfterMs } = asked;
    const sent = request(origin + path, { method, headers, agent }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('error', () => done(undefined));
      reply.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const encoding = method === 'HEAD' ? undefined : reply.headers['content-encoding'];
        const plain =
          encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
        done({ asked, status: reply.statusCode ?? 0, headers: reply.headers, text: plain.toString() });
      });
    });
    sent.on('error', () => done(undefined));
    if (leavesAfterMs !== undefined) setTimeout(() => sent.destroy(), leavesAfterMs);
    sent.end();
  });
}

/** Requests of a phone, of a program, and of the page itself, in a random order. */
function nextAsked(random: () => number, number: number, tags: ReadonlyMap<string, string>): Asked {
  const owner = `canary-${SEED}-${number}`;
  const pick = (...of: readonly string[]) => of[Math.floor(random() * of.length)] ?? '';
  const path = `/shelf?readerId=${owner}&cardId=${owner}&branch=${owner}`;
  const phone = {
    'User-Agent': 'Mozilla/5.0 (Linux; Android 14)',
    Accept: 'text/html,application/xhtml+xml',
    'Accept-Encoding': pick('gzip', 'gzip, br', 'identity'),
    Cookie: `capiz-visitor=${String(number).padStart(22, 'v')}`,
    Referer: `http://page.test/${owner}`,
  };
  const chance = random();
  if (chance < 0.08) return { path, headers: phone, owner, leavesAfterMs: random() * 30 };
  if (chance < 0.13) return { path, headers: { ...phone, 'Sec-Purpose': 'prefetch' } };
  if (chance < 0.16) return { path, headers: { ...phone, Accept: '*/*' } };
  if (chance < 0.18) return { path, method: 'HEAD', headers: phone };
  if (chance < 0.24) {
    const { Referer: _, ...plain } = phone;
    const tag = tags.get(phone['Accept-Encoding']);
    return { path: '/shelf', headers: { ...plain, ...(tag && { 'If-None-Match': tag }) } };
  }
  if (chance < 0.29) return { path: `/api/shelf?cardId=${owner}`, headers: phone, owner };
  if (chance < 0.3) return { path: '/metrics', headers: phone };
  return { path, headers: phone, owner };
}

/** What is wrong with a response. */
function judge({ asked, headers, text }: Answered): string[] {
  const seen = new Set(`${JSON.stringify(headers)}${text}`.match(CANARY));
  const foreign = [...seen].filter((canary) => canary !== asked.owner);
  const releases = new Set(text.match(/Release \d+/g));
  const isStorable = !String(headers['cache-control']).includes('no-store') || headers.etag !== undefined;
  const kind = asked.owner === undefined ? 'a response for everybody' : 'another borrower';
  return [
    ...(foreign.length > 0 ? [`a canary reached ${kind}`] : []),
    ...(seen.size > 0 && isStorable ? ['data in a response that may be stored'] : []),
    ...(headers[BORROWER_HEADER.toLowerCase()] !== undefined && isStorable
      ? ['a document of one borrower that may be stored']
      : []),
    ...(releases.size > 1 ? ['a document of two releases'] : []),
  ];
}

/** Publishes, rolls out, returns and rolls back, one after the other, until stopped. */
function changeReleases(server: Server, home: string): () => Promise<number> {
  const staff = staffOf(home);
  let isOver = false;
  const work = (async () => {
    for (let count = 1; ; count += 2) {
      await staff.publish(server, await make(staff, server, count));
      const release = await make(staff, server, count + 1);
      const { id } = await staff.call<{ id: string }>(server, '/rollouts', { release, strategy: 'quick' });
      await wait(150);
      await staff.call(server, `/rollouts/${id}/return`, {});
      if (count > 1) await staff.call(server, '/rollback', {});
      if (isOver) return count + 1;
      await wait(150);
    }
  })();
  // The caller gets the error of a failed change when it stops the loop.
  work.catch(() => undefined);
  return () => {
    isOver = true;
    return work;
  };
}

async function make(staff: ReturnType<typeof staffOf>, server: Server, count: number): Promise<string> {
  const files = [...canaryFilesOf(count)].map(([path, bytes]) => [path, bytes.toString('base64')]);
  const made = await staff.call<{ hash: string }>(server, '/releases', { files: Object.fromEntries(files) });
  return made.hash;
}

async function visitMany(server: CanaryServer, count: number) {
  const random = numbersOf(SEED + 1);
  const tags = new Map<string, string>();
  const faults = new Map<string, number>();
  const figures = { responses: 0, content: 0, data: 0, notModified: 0, left: 0, forEverybody: 0 };
  let next = 0;
  const borrow = async () => {
    while (figures.responses < count) {
      const asked = nextAsked(random, (next += 1), tags);
      const answered = await ask(server.origin, asked);
      if (answered === undefined) {
        figures.left += 1;
        continue;
      }
      const { headers, status, text } = answered;
      figures.responses += 1;
      if (status === 304) figures.notModified += 1;
      if (asked.path === '/shelf' && headers.etag !== undefined)
        tags.set(asked.headers['Accept-Encoding'] ?? '', headers.etag);
      if (text.includes('id="capiz-content"')) figures.content += 1;
      else if (text.includes('id="capiz-data"')) figures.data += 1;
      else figures.forEverybody += 1;
      for (const fault of judge(answered)) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: BORROWERS }, borrow));
  const printed = server.output().match(CANARY)?.length ?? 0;
  if (printed > 0) faults.set('a canary in the log', printed);
  return { ...figures, faults: Object.fromEntries(faults) };
}

/** The thread that renders has loaded its code. */
async function untilRendered({ origin }: Server): Promise<void> {
  const document = { ...nextAsked(() => 0.99, 0, new Map()) };
  await expect
    .poll(async () => (await ask(origin, document))?.text, { timeout: 60_000 })
    .toContain('id="capiz-content"');
}

describe('the data of one borrower (check 27)', () => {
  it('reaches nobody else, no log and no metric, while releases go live, clients disconnect and reads fail', {
    timeout: LONG ? 30 * 60_000 : 120_000,
  }, async () => {
    const home = join(folder, 'sound');
    const server = await start(home);
    await untilRendered(server);
    const end = changeReleases(server, home);
    const { faults, ...figures } = await visitMany(server, RESPONSES);
    const releases = await end();
    reportFigures({ check: 27, ...figures, releases });
    expect(faults).toEqual({});
    expect(server.output()).toContain('"place":"document"');
    expect(figures.content).toBeGreaterThan(LEAST_CONTENT);
    for (const [, number] of Object.entries(figures)) expect(number).toBeGreaterThan(0);
  });

  it('the check detects a server that renders with the last replies, and logs who visits', async () => {
    const server = await start(join(folder, 'leaks'), 'leaks');
    await untilRendered(server);
    const { faults } = await visitMany(server, 200);
    expect(Object.keys(faults).sort()).toEqual(['a canary in the log', 'a canary reached another borrower']);
  });
});
