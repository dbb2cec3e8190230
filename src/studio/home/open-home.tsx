import type { Root } from 'react-dom/client';
import { ROLES } from '#src/review/roles.ts';
import { createApi, createAsk } from '../api.ts';
import { KeysContext, openKeys } from '../keys/use-keys.ts';
import { openUnsavedEdits } from '../model/unsaved-edits.ts';
import { ServerState } from '../queries/server-state.tsx';
import { readMeta } from '../read-meta.ts';
import { createHomeApi } from './home-api.ts';
import { HomePage } from './home-page.tsx';
import { openTour, TourContext } from '../tour/tour-store.ts';
import { Ui } from '../ui/ui.tsx';

/** Opens the first page of the studio. */
export function openHome(root: Root): void {
  const ask = createAsk(readMeta('csrf'));
  const name = readMeta('name');
  const account = { name, role: ROLES.find((one) => one === readMeta('role')) ?? 'viewer' };
  root.render(
    <Ui>
      <ServerState>
        <KeysContext value={openKeys(localStorage, name)}>
          <TourContext value={openTour(localStorage, sessionStorage, name)}>
            <HomePage
              {...{ account }}
              home={createHomeApi(ask)}
              api={createApi(ask)}
              environment={readMeta('environment')}
              unsaved={openUnsavedEdits(localStorage, name)}
            />
          </TourContext>
        </KeysContext>
      </ServerState>
    </Ui>,
  );
}
