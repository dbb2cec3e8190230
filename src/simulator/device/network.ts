import type { Contract } from '#src/shared/contract.ts';
import { callsOf, matchPath } from '#src/shared/contract-path.ts';
import type { Network, StateDocument } from '#src/shared/states.ts';

/** A reply, or a change of the service's reply. */
export type WrittenReply =
  | { readonly status: number; readonly body: string }
  | { change(body: string): string };

export interface SimulatedNetwork {
  change(network: Network): void;
  /** Overrides the replies to the calls of a contract; with undefined, the service answers them again. */
  answer(contract: Pick<Contract, 'method' | 'paths'>, how: Network | WrittenReply | undefined): void;
  /** Number of calls that will get a reply but have none yet. */
  pending(): number;
  /** Whether the service answers the calls. */
  isOn(): boolean;
}

/** Our own paths: plans, chunks, reports. Every other path is a call of the loan service. */
const OURS = '/capiz/';

/**
 * Simulates the network for the page's calls. It runs in the page and not in the service: a browser allows six connections
 * per origin, and delayed calls of many frames would block them.
 */
export function createNetwork(
  window: Window & typeof globalThis,
  first: Network,
  replies: StateDocument['replies'],
): SimulatedNetwork {
  const send = window.fetch.bind(window);
  const own = new Map<string, Network | WrittenReply>();
  let network = first;
  let count = 0;

  async function answer(
    how: Exclude<Network, 'hold'> | WrittenReply,
    asked: string,
    call: Parameters<typeof fetch>,
  ): Promise<Response> {
    if (typeof how === 'object') {
      if ('body' in how) return new Response(how.body, { status: how.status });
      const reply = await send(...call);
      return new Response(how.change(await reply.text()), { status: reply.status });
    }
    switch (how) {
      case 'on':
        return send(...call);
      case 'break':
        throw new TypeError('The line is broken.');
      case 'garbage':
        return new Response('<html><body>Bad gateway</body></html>');
      case 'nothing':
        return new Response('');
      case 'http500':
        return new Response('Internal Server Error', { status: 500 });
      case 'error':
      case 'error-without-words':
      case 'wrong-shape':
        return new Response(findCall(new Map(Object.entries(replies[how])), asked) ?? '{}');
    }
  }

  window.fetch = async (...call) => {
    const url = new URL(call[0] instanceof Request ? call[0].url : call[0], window.location.href);
    if (url.pathname.startsWith(OURS)) return send(...call);
    const [input, init] = call;
    const asked = `${init?.method ?? (input instanceof Request ? input.method : 'GET')} ${url.pathname}`;
    const how = findCall(own, asked) ?? network;
    if (how === 'hold') return hold(call[1]?.signal);
    count += 1;
    try {
      return await answer(how, asked, call);
    } finally {
      count -= 1;
    }
  };

  return {
    change(next) {
      network = next;
    },
    answer(contract, how) {
      for (const call of callsOf(contract)) {
        if (how === undefined) own.delete(call);
        else own.set(call, how);
      }
    },
    pending: () => count,
    isOn: () => network === 'on',
  };
}

/**
 * The value of a call: `GET /notes/9`. Paths without names in braces come first, as in the service.
 *
 * @param values By method and path of a contract.
 */
function findCall<V>(values: ReadonlyMap<string, V>, asked: string): V | undefined {
  if (values.has(asked)) return values.get(asked);
  const [method = '', path = ''] = asked.split(' ');
  const found = [...values].find(([call]) => {
    const [of = '', template = ''] = call.split(' ');
    return of === method && matchPath(template, path) !== undefined;
  });
  return found?.[1];
}

/** A call without a reply; only the caller can abort it. */
function hold(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Ended by the caller.', 'AbortError')));
  });
}
