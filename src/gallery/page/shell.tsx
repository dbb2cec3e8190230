import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Switch } from 'wouter';
import { Contents } from './contents.tsx';
import { GalleryContext, type OnEvent, useContents } from './use-contents.ts';
import { StatePage } from './state-page.tsx';
import { WidgetPage } from './widget-page.tsx';
import css from './shell.css?inline';

/** The pages of `capiz dev`. @param on - Listens to events of Vite's connection. */
export function openShell(on: OnEvent): void {
  const place = document.getElementById('capiz');
  if (place === null) throw new Error('The document has no element for the page.');
  const styles = document.createElement('style');
  styles.textContent = css;
  document.head.append(styles);
  createRoot(place).render(
    <StrictMode>
      <Shell on={on} />
    </StrictMode>,
  );
}

function Shell({ on }: { readonly on: OnEvent }) {
  const gallery = useContents(on);
  if (gallery.contents === undefined)
    return (
      <main className="dev-page">
        <p role="status">{gallery.fault ?? 'Reading the project…'}</p>
      </main>
    );
  return (
    <GalleryContext value={{ ...gallery, contents: gallery.contents }}>
      <Switch>
        <Route path="/widgets/:type">{({ type }) => <WidgetPage key={type} type={type} />}</Route>
        <Route path="/screens/:screen/:state">
          {({ screen, state }) => <StatePage screen={screen} name={state} />}
        </Route>
        <Route>
          <Contents />
        </Route>
      </Switch>
    </GalleryContext>
  );
}
