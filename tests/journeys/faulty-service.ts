import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a call that has had its effect; `late` until `release` is called, `hang` for ever. */
export type Fault = 'cut' | 'redirect' | 'garbage' | 'late' | 'hang' | 'repeat';

/**
 * A loan service of bad manners: it has the reference loan service do the work, and answers as a test says. Faults are
 * of one order, for the calls that are named, one after the other; then it answers as it should.
 */
export class FaultyService {
  readonly #faults = new Map<string, Fault[]>();
  readonly #counts = new Map<string, number>();
  readonly #late: (() => void)[] = [];
  readonly #calls: readonly string[];
  readonly #behind: string;
  #server: Server | undefined;

  /** @param behind - Origin of the reference loan service. */
  constructor(behind: string, calls: readonly string[]) {
    this.#behind = behind;
    this.#calls = calls;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  plan(orderId: string, ...faults: readonly Fault[]): void {
    this.#faults.set(orderId, [...faults]);
  }

  /** How many of the named calls of an order have arrived. */
  count(orderId: string): number {
    return this.#counts.get(orderId) ?? 0;
  }

  release(): void {
    for (const answer of this.#late.splice(0)) answer();
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
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
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #answer(url: string, body: string, ask: () => Promise<Response>, to: ServerResponse): Promise<void> {
    const orderId = new URLSearchParams(body).get('orderId') ?? '';
    const isCounted = this.#calls.includes(url.split('?')[0] ?? '');
    if (isCounted) this.#counts.set(orderId, this.count(orderId) + 1);
    const fault = isCounted ? this.#faults.get(orderId)?.shift() : undefined;
    const [reply, other] = await Promise.all([ask(), ...(fault === 'repeat' ? [ask()] : [])]);
    const best = reply?.ok === false && other !== undefined ? other : reply;
    const answer = (): void => {
      to.writeHead(best?.status ?? 500, { 'Content-Type': best?.headers.get('content-type') ?? '' });
      void best?.text().then((text) => to.end(text));
    };
    switch (fault) {
      case 'cut':
        to.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        to.write('{"success":tr', () => setTimeout(() => to.destroy(), 20));
        return;
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
