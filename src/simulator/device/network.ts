import { matchPath } from '#src/shared/contract-path.ts';
import type { Network, StateDocument } from '#src/shared/states.ts';

/** A reply, or a change of the service's reply. */
export type WrittenReply =
  | { readonly status: number; readonly body: string }
  | { change(body: string): string };

export interface SimulatedNetwork {
  change(network: Network): void;
  /** Overrides the replies of these paths; with undefined, the service answers them again. */
  answer(paths: readonly string[], how: Network | WrittenReply | undefined): void;
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
    path: string,
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
        return new Response(findBy(Object.keys(replies[how]), path, (one) => replies[how][one]) ?? '{}');
    }
  }

  window.fetch = async (...call) => {
    const url = new URL(call[0] instanceof Request ? call[0].url : call[0], window.location.href);
    if (url.pathname.startsWith(OURS)) return send(...call);
    const how = findBy(own.keys(), url.pathname, (path) => own.get(path)) ?? network;
    if (how === 'hold') return hold(call[1]?.signal);
    count += 1;
    try {
      return await answer(how, url.pathname, call);
    } finally {
      count -= 1;
    }
  };

  return {
    change(next) {
      network = next;
    },
    answer(paths, how) {
      for (const path of paths) {
        if (how === undefined) own.delete(path);
        else own.set(path, how);
      }
    },
    pending: () => count,
    isOn: () => network === 'on',
  };
}

/** The value of a path of a contract, which may have names in braces. */
function findBy<V>(
  templates: Iterable<string>,
  path: string,
  valueOf: (template: string) => V,
): V | undefined {
  const found = [...templates].find((template) => matchPath(template, path) !== undefined);
  return found === undefined ? undefined : valueOf(found);
}

/** A call without a reply; only the caller can abort it. */
function hold(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Ended by the caller.', 'AbortError')));
  });
}
