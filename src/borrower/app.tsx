import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Router, useLocation } from 'wouter';
import { Screen } from '#renderer/index.ts';
import type { Say } from '#renderer/plan/words.ts';
import type { PageHistory } from './history.ts';
import type { Page } from './page.ts';

/** The page: shows the screen of the address. */
export function App({ history, ...props }: AppProps): ReactNode {
  return (
    <Router hook={history.useLocation}>
      <CurrentScreen {...props} />
    </Router>
  );
}

function CurrentScreen({ page, hasHeader, say }: Omit<AppProps, 'history'>): ReactNode {
  const [path] = useLocation();
  // After every render: a new entry may have the same path, and `arrive` ignores the current entry.
  useLayoutEffect(() => page.arrive(path));
  const { live, key, fault } = useSyncExternalStore(page.subscribe, page.snapshot, page.snapshot);
  // The first content is the first load; later content follows a navigation.
  const [first] = useState(live ?? fault);
  const isArrival = (live ?? fault) !== first;
  if (fault !== undefined) return <NoScreen fault={fault} isArrival={isArrival} say={say} />;
  if (live === undefined) return null;
  return (
    <Screen
      key={key}
      live={live}
      chrome={hasHeader ? 'web' : 'host'}
      isArrival={isArrival}
      onBack={page.goBack}
    />
  );
}

export interface AppProps {
  readonly page: Page;
  readonly history: PageHistory;
  /** False inside the shell, which has its own header. */
  readonly hasHeader: boolean;
  readonly say: Say;
}

const WORDS = {
  lost: ['We could not open this page', 'Check your connection and try again.'],
  unsafe: ['This page cannot be shown safely', 'Please try again later.'],
} as const;

interface NoScreenProps {
  readonly fault: keyof typeof WORDS;
  /** See `Screen`. */
  readonly isArrival: boolean;
  readonly say: Say;
}

/** The page's own message, if the engine cannot render a screen. */
function NoScreen({ fault, isArrival, say }: NoScreenProps): ReactNode {
  const [title, text] = WORDS[fault];
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isArrival) heading.current?.focus();
  }, [isArrival]);
  return (
    <main className="page-lost">
      <h1 ref={heading} tabIndex={-1}>
        {say(title)}
      </h1>
      <p>{say(text)}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {say('Try again')}
      </button>
    </main>
  );
}
