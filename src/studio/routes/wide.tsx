import { type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { FlowOfScreens, Pictures, Texts } from '../later.ts';
import type { StudioScope } from '../use-studio.ts';
import { ROUTES } from './address.ts';

/** Views that replace the preview, beside the left pane. */
export function Wide({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, ask, base, screen, autosave, account, version, fixtures, drawn } = scope;
  return (
    <Switch>
      <Route path={ROUTES.texts}>
        <WideMain>
          <Texts
            {...{ workspace, view, ask, base, screen }}
            onShow={scope.show}
            onOpenJson={scope.openJson}
          />
        </WideMain>
      </Route>
      <Route path={ROUTES.pictures}>
        <WideMain>
          <Pictures {...{ workspace, view, ask, autosave, account }} onShow={scope.show} />
        </WideMain>
      </Route>
      <Route path={ROUTES.map}>
        <WideMain>
          <FlowOfScreens
            {...{ view, version, fixtures, drawn, screen }}
            onOpen={scope.openScreen}
            onShow={scope.show}
          />
        </WideMain>
      </Route>
    </Switch>
  );
}

function WideMain({ children }: { readonly children: ReactNode }) {
  return (
    <main className="st-wide">
      <Suspense>{children}</Suspense>
    </main>
  );
}
