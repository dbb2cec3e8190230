import { useMemo, useSyncExternalStore } from 'react';
import type { Bundle } from '../api.ts';
import type { Fixtures } from '../load.ts';
import type { Autosave } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { Publish } from './publish.tsx';
import { Review } from './review.tsx';
import { titleOf } from './words.ts';

export interface DraftReviewProps {
  readonly view: WorkspaceView;
  readonly base: Bundle;
  readonly autosave: Autosave;
  readonly fixtures: Fixtures;
  readonly releases: ReleasesApi;
  readonly account: { readonly name: string; readonly role: string };
  /** Whether the keyboard goes to what publishes. */
  readonly isEntered: boolean;
  onEntered(): void;
  onSelect(place: Selection): void;
}

/** What the draft changes, and its way to borrowers. */
export function DraftReview(props: DraftReviewProps) {
  const { view, base, autosave, fixtures, releases, account, onSelect, isEntered, onEntered } = props;
  const { draft } = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const { files, changed, problems, isWhole } = view;
  const after = useMemo(() => ({ files }), [files]);
  const title = changed.size === 1 ? 'Review 1 change' : `Review ${changed.size} changes`;
  return (
    <Review title={title} before={base} after={after} changed={changed} fixtures={fixtures}>
      {(needs) => (
        <Publish
          api={releases}
          settle={autosave.settle}
          isChanged={changed.size > 0}
          title={[...changed].map(titleOf).join(', ').slice(0, 100)}
          onNewDraft={() => window.location.assign('/studio')}
          {...{ draft, account, needs, problems, isWhole, isEntered, onEntered, onSelect }}
        />
      )}
    </Review>
  );
}
