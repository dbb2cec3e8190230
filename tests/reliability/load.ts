import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
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

interface LoadOptions {
  readonly connections: number;
  readonly ms: number;
  /** More of every request, whole lines. */
  readonly headers?: string;
}

/** What a server holds, at one moment. */
export interface Held {
  /** Bytes of memory that the process has. */
  readonly memory: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Bytes of the database's log. */
  readonly log: number;
}

/** A connection that asks again and again, and reads no more of an answer than whether it is one. */
interface Line {
  /** @returns whether the answer was 200 and whole. */
  ask(path: string, headers: string): Promise<boolean>;
  end(): void;
}

/**
 * A client for HTTP/1.1 of its own: Node's takes more of a processor to ask than a server to answer, and both share the
 * same two.
 */
function connectTo({ hostname, port, host }: URL): Line {
  let socket: Socket | undefined;
  let take: ((isWhole: boolean) => void) | undefined;
  let head = '';
  let left = -1;
  let isGood = false;
  const answer = (isWhole: boolean) => {
    const done = take;
    take = undefined;
    [head, left] = ['', -1];
    done?.(isWhole);
  };
  const read = (part: Buffer) => {
    let body = part.length;
    if (left < 0) {
      head += part.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      isGood = head.startsWith('HTTP/1.1 200 ') && length !== undefined;
      left = Number(length ?? 0);
      body = head.length - end - 4;
    }
    left -= body;
    if (left <= 0) answer(isGood && left === 0);
  };
  return {
    ask(path, headers) {
      if (socket === undefined || socket.destroyed) {
        socket = connect({ host: hostname, port: Number(port), noDelay: true });
        socket.on('data', read);
        socket.on('error', () => undefined);
        socket.on('close', () => answer(false));
      }
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n${headers}\r\n`);
      return new Promise((done) => {
        take = done;
      });
    },
    end: () => void socket?.destroy(),
  };
}

/** Asks for these addresses of one server in turn, on so many connections, until the time is over. */
export async function load(
  urls: readonly string[],
  { connections, ms, headers = '' }: LoadOptions,
): Promise<LoadFigures> {
  const asked = urls.map((url) => new URL(url));
  const [first] = asked;
  if (first === undefined) throw new Error('There is nothing to ask for.');
  const tookMs: number[] = [];
  let errors = 0;
  const began = performance.now();
  const borrower = async (at: number) => {
    const line = connectTo(first);
    for (let next = at; performance.now() - began < ms; next += 1) {
      const sent = performance.now();
      const { pathname, search } = asked[next % asked.length] ?? first;
      if (await line.ask(pathname + search, headers)) tookMs.push(performance.now() - sent);
      else errors += 1;
    }
    line.end();
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => borrower(at)));
  const seconds = (performance.now() - began) / 1_000;
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
 * In what a soak falls short. Memory is judged by what it is at the end, and by what it was at its most.
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
  const growth = settled === undefined ? 1 : growthSince(held, settled);
  const log = Math.max(...held.map((one) => one.log));
  return [
    ...(growth > MOST_GROWTH ? [`memory grew to ${growth.toFixed(2)} of it`] : []),
    ...(after.handles > before.handles ? [`${after.handles - before.handles} handles were left`] : []),
    ...(log > MOST_LOG ? [`a log of ${log} bytes`] : []),
  ];
}

/** The larger of two ratios: the end to that moment, and the most from it on to the most until it. */
function growthSince(held: readonly Held[], settled: number): number {
  const memory = held.map((one) => one.memory);
  const [until, since] = [memory.slice(0, settled), memory.slice(settled)];
  const most = until.length === 0 ? 0 : Math.max(...since) / Math.max(...until);
  return Math.max(most, (since.at(-1) ?? 0) / (since[0] ?? Infinity));
}

/**
 * In what a server falls short that holds on to what it needs no more.
 *
 * @param once - Bytes in use after a collection.
 * @param later - The same, after more of the same work.
 */
export function judgeInUse(once: number, later: number): string[] {
  const growth = later / once;
  return growth > MOST_GROWTH ? [`what is in use grew to ${growth.toFixed(2)} of it`] : [];
}
