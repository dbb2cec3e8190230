import type { Contract } from '#src/shared/contract.ts';
import { findContract, takesPath } from '#src/shared/contract-path.ts';
import { createLoanService, writeReply, writeUnanswered } from '#src/simulator/service/loan-service.ts';
import type { SavedImage } from './save-page.ts';
import { PAY_ORIGIN, type TestProject } from './project.ts';

/** Answers the page's calls in this process. */
export interface Answers {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The image at this path; undefined if there is none. */
  findPicture(path: string): Promise<SavedImage | undefined>;
  /** Calls without a reply: method and path. */
  readonly unmocked: readonly string[];
}

/** The reply of an endpoint: its payload in wire format, a business error, or any raw response. */
export type Reply =
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly message: string } }
  | { readonly status: number; readonly body: string };

/** By endpoint. */
export interface Replies {
  readonly [endpoint: string]: Reply;
}

export interface AnswersOptions {
  /** Replaces the scenarios' replies. */
  readonly replies: Replies | undefined;
  readonly project: TestProject;
  /** Id of the order for calls that name no order. */
  readonly orderId: string;
  readonly origin: string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called when a call begins (1) or ends (-1). */
  readonly count: (by: 1 | -1) => void;
}

/** The simulator with the project's scenarios, and separate orders. */
export function createAnswers({
  project,
  orderId,
  replies,
  origin,
  now,
  wait,
  count,
}: AnswersOptions): Answers {
  const { contracts, scenarios, service: answers, places, pictures } = project;
  const unmocked: string[] = [];
  const service = createLoanService({
    contracts,
    scenarios,
    service: answers,
    orderId,
    places,
    payOrigin: PAY_ORIGIN,
    now,
    async wait(ms) {
      count(-1);
      await wait(ms);
      count(1);
    },
  });

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const [address = ''] = path.split('?');
    const contract = findContract(contracts, init.method ?? 'GET', address);
    count(1);
    try {
      const reply =
        contract && (replies ? write(contract, replies) : await service.app.request(origin + path, init));
      const text = (await reply?.text()) ?? '';
      if (contract === undefined || reply === undefined || text === writeUnanswered(contract).body) {
        unmocked.push(`${init.method ?? 'GET'} ${address}`);
        throw new TypeError('Nobody answers this call.');
      }
      const { status, headers } = reply;
      return new Response(status === 204 ? null : text, { status, headers });
    } finally {
      count(-1);
    }
  }

  return {
    fetch: ask,
    unmocked,
    async findPicture(path) {
      const [address = ''] = path.split('?');
      const ours = pictures.get(address);
      if (ours !== undefined) return { type: ours.type, bytes: ours.content.identity };
      if (!contracts.some((one) => one.isPicture && takesPath(one, address))) return undefined;
      try {
        const reply = await ask(path);
        const bytes = new Uint8Array(await reply.arrayBuffer());
        return reply.ok ? { type: reply.headers.get('content-type') ?? '', bytes } : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function write(contract: Contract, replies: Replies): Response | undefined {
  const reply = Object.hasOwn(replies, contract.name) ? replies[contract.name] : undefined;
  if (reply === undefined) return undefined;
  if ('status' in reply) return new Response(reply.body, { status: reply.status });
  const outcome =
    'data' in reply ? { ok: true as const, data: reply.data } : { ok: false as const, ...reply.error };
  const { status, headers, body } = writeReply(contract, outcome);
  return new Response(status === 204 ? null : body, { status, ...(headers && { headers }) });
}
