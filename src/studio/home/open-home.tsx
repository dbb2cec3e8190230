import type { Root } from 'react-dom/client';
import { ROLES } from '#src/review/roles.ts';
import { createApi, createAsk, Refused } from '../api.ts';
import { KeysContext, openKeys } from '../keys/use-keys.ts';
import { memoryKey, recall } from '../model/remembered.ts';
import { readMeta } from '../read-meta.ts';
import { Unopened } from '../routes/gone.tsx';
import { createHomeApi } from './home-api.ts';
import { HomePage } from './home-page.tsx';
import { openTour, TourContext } from '../tour/tour-store.ts';
import { Ui } from '../ui/ui.tsx';

/** Opens the first page of the studio, or shows why it cannot be opened. */
export async function openHome(root: Root): Promise<void> {
  const ask = createAsk(readMeta('csrf'));
  const home = createHomeApi(ask);
  const name = readMeta('name');
  const account = { name, role: ROLES.find((one) => one === readMeta('role')) ?? 'viewer' };
  try {
    const first = await home.read();
    root.render(
      <Ui>
        <KeysContext value={openKeys(localStorage, name)}>
          <TourContext value={openTour(localStorage, sessionStorage, name)}>
            <HomePage
              {...{ home, account, first }}
              api={createApi(ask)}
              environment={readMeta('environment')}
              hasUnsaved={
                Object.keys(recall(localStorage, memoryKey(name, undefined))?.kept ?? {}).length > 0
              }
            />
          </TourContext>
        </KeysContext>
      </Ui>,
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    root.render(<Unopened title="Home could not be opened" why={error.message} />);
  }
}
