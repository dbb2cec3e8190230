import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Refused } from '../api.ts';

/** Around each page of the studio: holds what was read from the server, while a view shows it and for five minutes after. */
export function ServerState({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * People approve and publish what they see here, so nothing counts as fresh: a view reads again when it opens and when
 * the person returns to the window. A request is sent once: a change must not be made twice, and a read that failed
 * is repeated by the person, or by the next poll.
 */
function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportBug }),
    mutationCache: new MutationCache({ onError: reportBug }),
    defaultOptions: {
      // The browser's idea of being online is often wrong: the request itself shows it.
      queries: { staleTime: 0, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A refusal is shown where it happens. Any other error is a bug. */
function reportBug(error: Error): void {
  if (!(error instanceof Refused)) reportError(error);
}
