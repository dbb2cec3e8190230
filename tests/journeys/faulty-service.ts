import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where the connection breaks: the first three before the effect of the call, the others after it. */
export const BREAKS = ['refused', 'unread', 'undone', 'mute', 'status', 'head', 'cut', 'end'] as const;

/** What happens to a call: `late` delays it until `release` is called, `hang` forever. */
export type Fault = (typeof BREAKS)[number] | 'redirect' | 'garbage' | 'late' | 'hang' | 'repeat';

/**
 * A faulty loan service: forwards calls to the simulated loan service, and then misbehaves as a test plans. Faults apply to the
 * named calls of one order, one after the other; then it works correctly.
 */
export class FaultyService {
  readonly #faults = new Map<string, Fault[]>();
  readonly #counts = new Map<string, number>();
  readonly #late: (() => void)[] = [];
  /** Number of named calls that arrived, for any order, read or not. */
  arrived = 0;
  readonly #calls: readonly string[];
  readonly #behind: string;
  #server: Server | undefined;
  #port = 0;

  /** @param behind - Origin of the simulated loan service. */
  constructor(behind: string, calls: readonly string[]) {
    this.#behind = behind;
    this.#calls = calls;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  plan(orderId: string, ...faults: readonly Fault[]): void {
    this.#faults.set(orderId, [...faults]);
  }

  /** Number of calls of an order that arrived, by name. */
  count(orderId: string): number {
    return this.#counts.get(orderId) ?? 0;
  }

  release(): void {
    for (const answer of this.#late.splice(0)) answer();
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (this.#calls.includes(path)) {
        this.arrived += 1;
        if (this.#isCutEarly(response)) return;
      }
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = 'GET', url = '/' } = request;
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) {
          if (!['host', 'connection', 'content-length'].includes(name)) headers.set(name, String(value));
        }
        const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
        const ask = () => fetch(this.#behind + url, { method, headers, ...(body && { body }) });
        void this.#answer(url, body?.toString() ?? '', ask, response).catch(() => response.destroy());
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Before the call's order is known: uses the next early break of any order. */
  #isCutEarly(response: ServerResponse): boolean {
    const planned = [...this.#faults.values()].find(([next]) => next === 'refused' || next === 'unread');
    if (planned === undefined) return false;
    if (planned.shift() === 'refused') response.destroy();
    else setTimeout(() => response.destroy(), 10);
    return true;
  }

  async #answer(url: string, body: string, ask: () => Promise<Response>, to: ServerResponse): Promise<void> {
    const orderId = new URLSearchParams(body).get('orderId') ?? '';
    const isCounted = this.#calls.includes(url.split('?')[0] ?? '');
    if (isCounted) this.#counts.set(orderId, this.count(orderId) + 1);
    const fault = isCounted ? this.#faults.get(orderId)?.shift() : undefined;
    if (fault === 'undone') {
      to.destroy();
      return;
    }
    const [reply, other] = await Promise.all([ask(), ...(fault === 'repeat' ? [ask()] : [])]);
    const best = reply?.ok === false && other !== undefined ? other : reply;
    const answer = (): void => {
      to.writeHead(best?.status ?? 500, { 'Content-Type': best?.headers.get('content-type') ?? '' });
      void best?.text().then((text) => to.end(text));
    };
    switch (fault) {
      case 'mute':
        to.destroy();
        return;
      case 'status':
        to.socket?.write('HTTP/1.1 200 OK\r\n', () => to.destroy());
        return;
      case 'head':
        to.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', () => to.destroy());
        return;
      case 'cut':
        to.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        to.write('{"success":tr', () => setTimeout(() => to.destroy(), 20));
        return;
      case 'end': {
        const text = (await best?.text()) ?? '';
        to.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(text.length + 1) });
        to.write(text, () => setTimeout(() => to.destroy(), 20));
        return;
      }
      case 'redirect':
        to.writeHead(302, { Location: `${this.#behind}/stolen` });
        to.end();
        return;
      case 'garbage':
        to.writeHead(200, { 'Content-Type': 'text/html' });
        to.end('<html><body>Welcome to our network</body></html>');
        return;
      case 'late':
        this.#late.push(answer);
        return;
      case 'hang':
        return;
      default:
        answer();
    }
  }
}
