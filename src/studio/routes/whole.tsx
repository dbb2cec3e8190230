import { type ComponentType, Suspense } from 'react';
import { Link } from 'wouter';
import { Conflict, DraftReview, NewScreenView, Releases } from '../later.ts';
import { screenTitleOf } from '../model/nodes.ts';
import { StatesView } from '../states/states-view.tsx';
import type { StudioScope } from '../use-studio.ts';
import type { View } from './address.ts';
import { ScreenNote } from './gone.tsx';
import { useWhileShown } from './use-while-shown.ts';

interface RouteProps {
  readonly scope: StudioScope;
}

const WHOLE: { readonly [view in View]?: ComponentType<RouteProps> } = {
  states: States,
  add: NewScreenView,
  conflict: BothVersions,
  review: DraftReview,
  releases: AllReleases,
};

/** Views that fill the window below the top bar. */
export function Whole({ scope }: RouteProps) {
  const Shown = WHOLE[scope.address.view];
  if (Shown === undefined) return null;
  return (
    <div className="st-whole">
      <Suspense>
        <Shown scope={scope} />
      </Suspense>
    </div>
  );
}

function States({ scope }: RouteProps) {
  const { view, screen, states, selected, drawnIn, onDrawn, drawState, isGone } = scope;
  if (isGone) return <ScreenNote scope={scope} />;
  return (
    <StatesView
      key={screen}
      sceneOf={drawState}
      title={screenTitleOf(view, screen)}
      {...{ states, selected, drawnIn, onDrawn }}
      onOpen={(name) => scope.go({ view: 'screens', state: name })}
    />
  );
}

/** Choice between two versions: first conflicts in the draft, then conflicts with a newer release. */
function BothVersions({ scope }: RouteProps) {
  const { saved, view, autosave } = scope;
  const whileShown = useWhileShown();
  const isOfDraft = saved.met.length > 0;
  const documents = isOfDraft ? saved.met : (saved.published?.documents ?? []);
  const back = { view: 'screens' } as const;
  if (documents.length === 0) {
    return (
      <main className="st-pad" aria-label="Two versions">
        <p>There are no two versions to choose from.</p>
        <Link href={scope.hrefTo(back)}>Back to the screen</Link>
      </main>
    );
  }
  return (
    <Conflict
      {...{ documents }}
      texts={view.texts}
      onChoose={async (texts) => {
        if (isOfDraft) autosave.choose(texts);
        else await autosave.choosePublished(texts);
        whileShown(() => scope.go(back));
        // The draft now has another base, which only a reload reads.
        if (!isOfDraft) window.location.reload();
      }}
    />
  );
}

function AllReleases({ scope }: RouteProps) {
  const { fixtures, account, releases, view, workspace, address } = scope;
  const { release, against } = address;
  return (
    <Releases
      {...{ fixtures, account }}
      api={releases}
      looked={release === undefined ? undefined : { release, against }}
      onLook={(looked) => scope.go({ view: 'releases', release: looked?.release, against: looked?.against })}
      onRestore={(label, files, isAll) => {
        const gone = isAll ? view.files.filter(({ path }) => !Object.hasOwn(files, path)) : [];
        const taken = Object.fromEntries(gone.map(({ path }) => [path, null]));
        return workspace.edit({ label, changes: { ...taken, ...files } });
      }}
    />
  );
}
