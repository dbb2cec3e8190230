import { createRoot } from 'react-dom/client';
import 'virtual:capiz/theme.css';
import { type Bundle, createApi, createAsk } from './api.ts';
import { decide, ROLES } from '#src/server/staff/roles.ts';
import { CONTRACTS } from './contracts/readers.ts';
import { KeysContext, openKeys } from './keys/use-keys.ts';
import { loadFixtures } from './load.ts';
import { startAutosave } from './model/autosave.ts';
import { inPauses } from './model/pauses.ts';
import { memoryKey, recall, remember, reopen } from './model/remember.ts';
import { createReleasesApi } from './releases/releases-api.ts';
import { hearNews } from './together/news.ts';
import { Studio } from './studio.tsx';

/** What the document was given of the session that it is in. */
function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="capiz-${name}"]`)?.content ?? '';
}

/** Of an installation in which nothing was published yet. */
const NOTHING: Bundle = { files: [] };

/**
 * Whether /studio redirected here. The server knows the last draft, but not the edits that this browser could not save.
 */
function isRedirected(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.redirectCount > 0;
}

async function boot(): Promise<void> {
  const ask = createAsk(readMeta('csrf'));
  const api = createApi(ask);
  const named = new URLSearchParams(window.location.search).get('draft');
  const name = readMeta('name');
  const unsaved = Object.keys(recall(localStorage, memoryKey(name, undefined))?.kept ?? {});
  if (named !== null && unsaved.length > 0 && isRedirected()) {
    window.location.replace('/studio?new');
    return;
  }
  // What the server said is being read already.
  const release = readMeta('release');
  const [fixtures, kept, ahead] = await Promise.all([
    loadFixtures(),
    named === null ? undefined : api.readDraft(named),
    release === '' ? NOTHING : api.readFiles(release),
  ]);
  // A draft goes on from what it was begun from, whatever went live since.
  const begun = kept?.draft.base ?? release;
  const base = begun === release ? ahead : await api.readFiles(begun);
  const remembered = recall(localStorage, memoryKey(name, kept?.draft.id));
  const role = ROLES.find((one) => one === readMeta('role')) ?? 'viewer';
  const isLocked = (path: string) => path.startsWith(CONTRACTS) && decide(role, 'change-contract') === 'no';
  const opened = { base: base.files, inPauses, isLocked, ...(kept && { draft: kept.changes }) };
  const { workspace, ...left } = reopen(opened, remembered);
  const autosave = startAutosave(workspace, api, {
    ...left,
    ...(kept && { opened: kept.draft }),
    titleOf: () => `Changes of ${name}`,
  });
  remember(workspace, autosave, localStorage, name);
  document.addEventListener('visibilitychange', () => document.hidden && autosave.hurry());
  if (kept?.conflict !== undefined) void autosave.meetPublished(kept.conflict);
  autosave.subscribe(() => {
    const { draft, ended } = autosave.snapshot();
    if (draft === undefined && ended === undefined) return;
    const here = new URL(window.location.href);
    here.search = draft === undefined ? 'new' : `draft=${draft.id}`;
    window.history.replaceState(window.history.state, '', here);
  });
  const place = document.getElementById('studio');
  if (place === null) throw new Error('The document has no place for the studio.');
  createRoot(place).render(
    <KeysContext value={openKeys(localStorage, name)}>
      <Studio
        workspace={workspace}
        autosave={autosave}
        news={hearNews(autosave, ask)}
        fixtures={fixtures}
        releases={createReleasesApi(ask)}
        ask={ask}
        account={{ name, role }}
      />
    </KeysContext>,
  );
}

void boot();
