import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { decide } from '#src/server/staff/roles.ts';
import type { Account, Bundle } from '../api.ts';
import { sayMeant } from '../guard/acknowledge.ts';
import type { Fixtures } from '../load.ts';
import type { Autosave } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import { usePictureReviews } from './picture-reviews.ts';
import { Publish } from './publish.tsx';
import { Review } from './review.tsx';
import { titleOf } from './words.ts';

export interface DraftReviewProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly base: Bundle;
  readonly autosave: Autosave;
  readonly fixtures: Fixtures;
  readonly releases: ReleasesApi;
  readonly account: Account;
  /** Whether the keyboard goes to what publishes. */
  readonly isEntered: boolean;
  onEntered(): void;
  onSelect(place: Selection): void;
}

/** What the draft changes, and its way to borrowers. */
export function DraftReview(props: DraftReviewProps) {
  const { workspace, view, base, autosave, fixtures, releases, account, onSelect, isEntered, onEntered } =
    props;
  const { draft } = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const { files, changed, problems, isWhole } = view;
  const after = useMemo(() => ({ files }), [files]);
  const find = useCallback(async () => {
    const saved = await autosave.settle();
    return saved && { draft: saved.id };
  }, [autosave]);
  const reviews = usePictureReviews(releases, draft?.id, find, true);
  const onMeant = (problem: Problem, reason: string): void => sayMeant(workspace, problem, reason);
  const mayEdit = decide(account.role, 'edit') !== 'no';
  const title = changed.size === 1 ? 'Review 1 change' : `Review ${changed.size} changes`;
  return (
    <Review
      title={title}
      before={base}
      after={after}
      changed={changed}
      fixtures={fixtures}
      reviews={mayEdit ? reviews : undefined}
      {...(mayEdit && { onMeant })}
    >
      {({ needs, denied, warnings, onShow }) => (
        <Publish
          api={releases}
          settle={autosave.settle}
          isChanged={changed.size > 0}
          title={[...changed].map(titleOf).join(', ').slice(0, 100)}
          onNewDraft={() => window.location.assign(NEW_DRAFT_ADDRESS)}
          problems={withoutRepeats([...problems, ...warnings])}
          {...{ draft, account, needs, denied, onShow, isWhole, isEntered, onEntered, onSelect }}
        />
      )}
    </Review>
  );
}

/** What several checks found is said once. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const said = new Map(
    problems.map((problem) => [
      `${problem.code} ${problem.file} ${problem.pointer} ${problem.message}`,
      problem,
    ]),
  );
  return [...said.values()];
}
