import type { Network, StateDocument } from '#src/shared/states.ts';

export interface NetworkStand {
  change(network: Network): void;
  /** Calls that will be answered, and are not yet. */
  pending(): number;
}

/** Our own addresses: plans, chunks, reports. Everything else that is fetched is a call of the loan service. */
const OURS = '/capiz/';

/**
 * What becomes of the page's calls. Held in the page and not by the service: a browser opens six connections to an
 * origin, and a gallery has more frames than that.
 */
export function createNetwork(
  window: Window & typeof globalThis,
  first: Network,
  replies: StateDocument['replies'],
): NetworkStand {
  const send = window.fetch.bind(window);
  let network = first;
  let count = 0;

  async function answer(
    how: Exclude<Network, 'hold'>,
    path: string,
    call: Parameters<typeof fetch>,
  ): Promise<Response> {
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
        return new Response(replies[how][path] ?? '{}');
    }
  }

  window.fetch = async (...call) => {
    const url = new URL(call[0] instanceof Request ? call[0].url : call[0], window.location.href);
    if (url.pathname.startsWith(OURS)) return send(...call);
    if (network === 'hold') return hold(call[1]?.signal);
    count += 1;
    try {
      return await answer(network, url.pathname, call);
    } finally {
      count -= 1;
    }
  };

  return {
    change(next) {
      network = next;
    },
    pending: () => count,
  };
}

/** Never answers; only the caller ends it. */
function hold(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Ended by the caller.', 'AbortError')));
  });
}
