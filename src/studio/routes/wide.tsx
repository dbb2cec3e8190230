import { Suspense } from 'react';
import { ScreenMap, Assets, Texts } from '../later.ts';
import type { StudioScope } from '../use-studio.ts';

/** Views that replace the preview, beside the left pane. */
export function Wide({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, ask, base, screen, autosave, account, version, fixtures, drawn } = scope;
  const { show, openJson, openScreen, isWide, address } = scope;
  if (!isWide) return null;
  return (
    <main className="st-wide">
      <Suspense>
        {address.view === 'texts' ? (
          <fieldset className="st-editable st-editable-wide" disabled={scope.denied === 'ended'}>
            <Texts {...{ workspace, view, ask, base, screen }} onShow={show} onOpenJson={openJson} />
          </fieldset>
        ) : address.view === 'pictures' ? (
          <Assets {...{ workspace, view, ask, autosave, account }} onShow={show} />
        ) : (
          <ScreenMap {...{ view, version, fixtures, drawn, screen }} onOpen={openScreen} onShow={show} />
        )}
      </Suspense>
    </main>
  );
}
