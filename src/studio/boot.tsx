import type { Root } from 'react-dom/client';
import { draftInAddress, NEW_DRAFT } from '#src/shared/studio-address.ts';
import { type Bundle, createApi, createAsk, Refused } from './api.ts';
import { decide, ROLES } from '#src/review/roles.ts';
import { followNodes } from './comments/unsent.ts';
import { CONTRACTS } from './contracts/readers.ts';
import { KeysContext, openKeys } from './keys/use-keys.ts';
import { loadFixtures } from './load.ts';
import { openAccess } from './model/access.ts';
import { Autosave } from './model/autosave.ts';
import { inPauses } from './model/pauses.ts';
import { remember, reopen } from './model/remember.ts';
import { memoryKey, recall } from './model/remembered.ts';
import { ServerState } from './queries/server-state.tsx';
import { readMeta } from './read-meta.ts';
import { Unopened } from './routes/gone.tsx';
import { StudioRouter } from './routes/router.tsx';
import { createReleasesApi } from './releases/releases-api.ts';
import { hearNews } from './together/news.ts';
import { Studio } from './studio.tsx';
import { openTour, TourContext } from './tour/tour-store.ts';
import { Ui } from './ui/ui.tsx';

/** The bundle before the first release. */
const NOTHING: Bundle = { files: [] };

/** The same address in a new draft. @param url - An address that names no draft. */
function inNewDraft({ pathname, search, hash }: URL): string {
  const query = new URLSearchParams(search);
  query.set('draft', NEW_DRAFT);
  return `${pathname}?${query}${hash}`;
}

async function boot(root: Root): Promise<void> {
  const role = ROLES.find((one) => one === readMeta('role')) ?? 'viewer';
  const access = openAccess(role);
  const ask = createAsk(readMeta('csrf'), undefined, access.end);
  const api = createApi(ask);
  const name = readMeta('name');
  const address = new URL(window.location.href);
  const asked = draftInAddress(address);
  const last = readMeta('draft');
  // The server knows the last draft, but not the edits that this browser could not save.
  const unsaved = Object.keys(recall(localStorage, memoryKey(name, undefined))?.kept ?? {});
  if (asked === undefined && last !== '' && unsaved.length > 0) {
    window.location.replace(inNewDraft(address));
    return;
  }
  const named = asked ?? (last === '' ? NEW_DRAFT : last);
  // The server named this release in the document, so we can read its files in parallel with the draft.
  const release = readMeta('release');
  const [fixtures, kept, ahead] = await Promise.all([
    loadFixtures(),
    named === NEW_DRAFT ? undefined : api.readDraft(named),
    release === '' ? NOTHING : api.readFiles(release),
  ]);
  // A draft keeps the base that it started from, even if another release went live since.
  const begun = kept?.draft.base ?? release;
  const base = begun === release ? ahead : await api.readFiles(begun);
  const remembered = recall(localStorage, memoryKey(name, kept?.draft.id));
  const isLocked = (path: string) =>
    access.snapshot() !== undefined ||
    (path.startsWith(CONTRACTS) && decide(role, 'change-contract') === 'no');
  const opened = { base: base.files, inPauses, isLocked, ...(kept && { draft: kept.changes }) };
  const { workspace, ...left } = reopen(opened, remembered);
  const autosave = new Autosave(workspace, api, {
    ...left,
    ...(kept && { opened: kept.draft }),
    titleOf: () => `Changes of ${name}`,
  });
  remember(workspace, autosave, localStorage, name);
  followNodes(workspace, name);
  document.addEventListener('visibilitychange', () => document.hidden && autosave.hurry());
  if (kept?.conflict !== undefined) void autosave.meetPublished(kept.conflict);
  root.render(
    <Ui>
      <ServerState>
        <StudioRouter>
          <KeysContext value={openKeys(localStorage, name)}>
            <TourContext value={openTour(localStorage, sessionStorage, name)}>
              <Studio
                workspace={workspace}
                autosave={autosave}
                news={hearNews(autosave, ask)}
                fixtures={fixtures}
                releases={createReleasesApi(ask)}
                ask={ask}
                account={{ name, role }}
                access={access}
              />
            </TourContext>
          </KeysContext>
        </StudioRouter>
      </ServerState>
    </Ui>,
  );
}

/** Opens the studio, or shows why it cannot be opened. */
export async function openStudio(root: Root): Promise<void> {
  try {
    await boot(root);
  } catch (error) {
    const isRefused = error instanceof Refused;
    if (!isRefused) reportError(error);
    const why = isRefused
      ? error.message
      : 'This page failed. If trying again does not help, tell the people who run the server.';
    root.render(<Unopened title="The studio could not be opened" why={why} />);
  }
}
