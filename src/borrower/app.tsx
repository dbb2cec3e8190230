import { useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useBrowserLocation, useHistoryState, useSearch } from 'wouter/use-browser-location';
import { Screen } from '#renderer/index.ts';
import type { Page } from './page.ts';

/** The page: whichever screen the address names. */
export function App({ page, assets, hasHeader }: AppProps): ReactNode {
  const [path] = useBrowserLocation();
  const search = useSearch();
  const state = useHistoryState();
  useLayoutEffect(() => page.arrive(), [page, path, search, state]);

  const { live, key, isLost } = useSyncExternalStore(page.subscribe, page.snapshot);
  if (isLost) return <Lost />;
  if (live === undefined) return null;
  return (
    <Screen key={key} live={live} assets={assets} chrome={hasHeader ? 'web' : 'host'} onBack={page.goBack} />
  );
}

export interface AppProps {
  readonly page: Page;
  /** Pictures that ship with the screens: name → address. */
  readonly assets: { readonly [name: string]: string };
  /** False inside the shell, which draws its own. */
  readonly hasHeader: boolean;
}

/** A plan could not be fetched: the engine has nothing to draw, so the page says so itself. */
function Lost(): ReactNode {
  return (
    <main className="page-lost">
      <h1>We could not open this page</h1>
      <p>Check your connection and try again.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
