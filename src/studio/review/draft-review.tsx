import { useCallback, useMemo } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { decide } from '#src/review/roles.ts';
import { acknowledgeInDraft } from '../guard/acknowledge.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import type { StudioScope } from '../use-studio.ts';
import { usePictureReviews } from './picture-reviews.ts';
import { Publish } from './publish.tsx';
import { Review } from './review.tsx';
import { titleOf } from './words.ts';

/** The review of the draft, with the form that publishes it. */
export function DraftReview({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, base, autosave, saved, fixtures, releases, account, open, desk } = scope;
  const { draft } = saved;
  const { files, changed, problems, isWhole } = view;
  const after = useMemo(() => ({ files }), [files]);
  const find = useCallback(async () => {
    const saved = await autosave.settle();
    return saved && { draft: saved.id };
  }, [autosave]);
  const reviews = usePictureReviews(releases, draft?.id, find, true);
  const onMeant = (problem: Problem, reason: string): void => acknowledgeInDraft(workspace, problem, reason);
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
          {...{ draft, account, needs, denied, onShow, isWhole }}
          isEntered={open.isPublishing}
          onEntered={() => desk.change({ isPublishing: false })}
          onSelect={scope.show}
        />
      )}
    </Review>
  );
}

/** Removes duplicate problems: several checks can find the same one. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const said = new Map(
    problems.map((problem) => [
      `${problem.code} ${problem.file} ${problem.pointer} ${problem.message}`,
      problem,
    ]),
  );
  return [...said.values()];
}
