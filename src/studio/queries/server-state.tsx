import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Refused } from '../api.ts';

/** Wraps each page of the studio. It stores data from the server while a view shows it, and for five minutes after. */
export function ServerState({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * People approve and publish what they see here, so all data is stale at once: a view reads again when it opens and when
 * the person returns to the window. No request is repeated automatically: a change must not be made twice, and the
 * person or the next poll repeats a failed read.
 */
function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportBug }),
    mutationCache: new MutationCache({ onError: reportBug }),
    defaultOptions: {
      // `navigator.onLine` is often wrong, so requests are always sent.
      queries: { staleTime: 0, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A refusal is shown where it happens. Any other error is a bug. */
function reportBug(error: Error): void {
  if (!(error instanceof Refused)) reportError(error);
}
