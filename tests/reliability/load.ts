import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

/** What borrowers were answered, in one stretch of time. */
interface LoadFigures {
  readonly requests: number;
  /** Answers that were none, not 200, or cut off. */
  readonly errors: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What a server holds, at one moment. */
export interface Held {
  /** Bytes of memory in use. */
  readonly memory: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Bytes of the database's log. */
  readonly log: number;
}

function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((done) => {
    const take = (reply: IncomingMessage) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.on('error', () => done(false));
      reply.on('close', () =>
        done(reply.statusCode === 200 && bytes === Number(reply.headers['content-length'])),
      );
    };
    get(url, { agent, headers: { 'Accept-Encoding': 'br' } }, take).on('error', () => done(false));
  });
}

/** Asks for these addresses in turn, on so many connections, until the time is over. */
export async function load(
  urls: readonly string[],
  { connections, ms }: { readonly connections: number; readonly ms: number },
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tookMs: number[] = [];
  let errors = 0;
  const began = performance.now();
  const borrower = async (at: number) => {
    for (let next = at; performance.now() - began < ms; next += 1) {
      const asked = performance.now();
      if (await ask(urls[next % urls.length] ?? '', agent)) tookMs.push(performance.now() - asked);
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => borrower(at)));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  tookMs.sort((a, b) => a - b);
  const share = (part: number) =>
    Math.round((tookMs[Math.ceil(tookMs.length * part) - 1] ?? Infinity) * 10) / 10;
  return {
    ...{ requests: tookMs.length + errors, errors },
    perSecond: Math.round(tookMs.length / seconds),
    ...{ p50Ms: share(0.5), p99Ms: share(0.99) },
  };
}

/** Of a process of this machine, as the kernel tells it. */
export function readHeld(pid: number | undefined, folder: string): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const log = statSync(join(folder, 'registry.db-wal'), { throwIfNoEntry: false });
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    log: log?.size ?? 0,
  };
}

interface Least {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** In what a stretch falls short. */
export function judgeLoad({ errors, perSecond, p99Ms, requests }: LoadFigures, least: Least): string[] {
  return [
    ...(requests === 0 ? ['nobody asked'] : []),
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(perSecond < least.perSecond ? [`${perSecond} a second`] : []),
    ...(p99Ms > least.p99Ms ? [`${p99Ms} ms`] : []),
  ];
}

/** Memory may grow by so much after it has settled. */
const MOST_GROWTH = 1.05;
const MOST_LOG = 64 * 1_024 * 1_024;

/**
 * In what a soak falls short.
 *
 * @param held - One moment after another.
 * @param settled - The one from which on memory is to stay as it is; undefined where the soak was too short to say.
 * @param after - When everybody has gone.
 */
export function judgeSoak(
  before: Held,
  held: readonly Held[],
  after: Held,
  settled: number | undefined,
): string[] {
  const base = settled === undefined ? undefined : held[settled];
  const last = held.at(-1);
  const growth = base && last ? last.memory / base.memory : 1;
  const log = Math.max(...held.map((one) => one.log));
  return [
    ...(growth > MOST_GROWTH ? [`memory grew to ${growth.toFixed(2)} of it`] : []),
    ...(after.handles > before.handles ? [`${after.handles - before.handles} handles were left`] : []),
    ...(log > MOST_LOG ? [`a log of ${log} bytes`] : []),
  ];
}
