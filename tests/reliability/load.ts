import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** Responses to borrowers in one stretch. */
interface LoadFigures {
  readonly requests: number;
  /** Failed requests: no response, not 200, or cut off. */
  readonly errors: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface LoadOptions {
  readonly connections: number;
  readonly ms: number;
  /** Additional header lines of every request. */
  readonly headers?: string;
  /** `Accept-Encoding` of every request. Default: `br`. */
  readonly accepts?: string;
}

/** A server's resources at one moment. */
export interface Held {
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Size of the database's log in bytes. */
  readonly log: number;
}

/** A connection that repeats requests, and reads only whether a response is complete. */
interface Line {
  /** @returns Whether the response was 200 and complete. */
  ask(path: string, headers: string): Promise<boolean>;
  end(): void;
}

/** The end of a response of unknown length. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/**
 * A minimal HTTP/1.1 client: Node's client needs more CPU time for a request than the server for its answer, and both share
 * two cores.
 */
function connectTo({ hostname, port, host }: URL, accepts: string): Line {
  let socket: Socket | undefined;
  let take: ((isWhole: boolean) => void) | undefined;
  let head = '';
  let left = -1;
  let tail: string | undefined;
  let isGood = false;
  const answer = (isWhole: boolean) => {
    const done = take;
    take = undefined;
    [head, left, tail] = ['', -1, undefined];
    done?.(isWhole);
  };
  const read = (part: Buffer) => {
    let body = part.length;
    if (left < 0) {
      head += part.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
      isGood = head.startsWith('HTTP/1.1 200 ') && (length !== undefined || isChunked);
      if (isChunked) tail = head.slice(end + 4, -part.length);
      left = Number(length ?? 0);
      body = head.length - end - 4;
    }
    if (tail !== undefined) {
      tail = (tail + part.toString('latin1')).slice(-LAST_CHUNK.length);
      if (tail === LAST_CHUNK) answer(isGood);
      return;
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
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${accepts}\r\n${headers}\r\n`);
      return new Promise((done) => {
        take = done;
      });
    },
    end: () => void socket?.destroy(),
  };
}

/** Requests these addresses of one server in turn, on several connections, for the given time. */
export async function load(
  urls: readonly string[],
  { connections, ms, headers = '', accepts = 'br' }: LoadOptions,
): Promise<LoadFigures> {
  const asked = urls.map((url) => new URL(url));
  const [first] = asked;
  if (first === undefined) throw new Error('There is nothing to ask for.');
  const tookMs: number[] = [];
  let errors = 0;
  const began = performance.now();
  const borrower = async (at: number) => {
    const line = connectTo(first, accepts);
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

/** Reads a local process's resources from /proc. */
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

/** Shortfalls of a stretch. */
export function judgeLoad({ errors, perSecond, p99Ms, requests }: LoadFigures, least: Least): string[] {
  return [
    ...(requests === 0 ? ['nobody asked'] : []),
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(perSecond < least.perSecond ? [`${perSecond} a second`] : []),
    ...(p99Ms > least.p99Ms ? [`${p99Ms} ms`] : []),
  ];
}

/** Maximum growth of memory after it has settled, as a ratio. */
const MOST_GROWTH = 1.05;
const MOST_LOG = 64 * 1_024 * 1_024;

/**
 * Shortfalls of a soak. Memory is compared at the end and at its maximum.
 *
 * @param held - Samples in order.
 * @param settled - Index of the sample after which memory must not grow; undefined if the soak was too short.
 * @param after - The sample after all clients have gone.
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

/** The larger of two ratios: the end to the settled sample, and the maximum after it to the maximum before. */
function growthSince(held: readonly Held[], settled: number): number {
  const memory = held.map((one) => one.memory);
  const [until, since] = [memory.slice(0, settled), memory.slice(settled)];
  const most = until.length === 0 ? 0 : Math.max(...since) / Math.max(...until);
  return Math.max(most, (since.at(-1) ?? 0) / (since[0] ?? Infinity));
}

/**
 * Shortfalls of a server that keeps unneeded memory.
 *
 * @param once - Bytes in use after a garbage collection.
 * @param later - The same after more of the same work.
 */
export function judgeInUse(once: number, later: number): string[] {
  const growth = later / once;
  return growth > MOST_GROWTH ? [`what is in use grew to ${growth.toFixed(2)} of it`] : [];
}
