import {
  createServer,
  type IncomingHttpHeaders,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a response; its text is given if the server answered. */
export type Fault = (
  reply: ServerResponse,
  answer: {
    /** Path and query. */
    readonly address: string;
    readonly status: number;
    readonly text: string;
    readonly headers: IncomingHttpHeaders;
  },
) => void;

/** How long a hanging response keeps its connection; a browser has six for each host. */
const HANGING_MS = 5_000;

/** A proxy between a browser and the server, which can inject faults. */
export class FaultProxy {
  /** The fault for matching paths, from now on. */
  fault: { readonly paths: RegExp; readonly happen: Fault | 'refuse' | 'hang' } | undefined;
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((asked, reply) => this.#answer(target, asked, reply));
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => {
      this.#server.listen(0, '127.0.0.1', done);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => {
      this.#server.close(done);
    });
  }

  #answer(target: string, asked: IncomingMessage, reply: ServerResponse): void {
    const address = asked.url ?? '/';
    const happens = this.fault?.paths.test(new URL(address, target).pathname) ? this.fault.happen : undefined;
    if (happens === 'refuse') asked.socket.destroy();
    if (happens === 'hang') setTimeout(() => asked.socket.destroy(), HANGING_MS).unref();
    if (typeof happens === 'string') return;
    const headers = { ...asked.headers, ...(happens && { 'accept-encoding': 'identity' }) };
    const options = { method: asked.method ?? 'GET', headers };
    const passed = request(new URL(address, target), options, (answer) => {
      const status = answer.statusCode ?? 502;
      if (happens === undefined) {
        reply.writeHead(status, answer.headers);
        answer.pipe(reply);
        return;
      }
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => happens(reply, { address, status, text, headers: answer.headers }));
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  }
}
