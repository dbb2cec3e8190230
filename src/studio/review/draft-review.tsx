import { useCallback, useMemo } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import { decide } from '#src/review/roles.ts';
import { acknowledgeInDraft } from '../guard/acknowledge.ts';
import type { Selection } from '../model/outline.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import type { StudioScope } from '../use-studio.ts';
import { counts } from '../releases/approval-note.tsx';
import { useStanding } from './use-standing.ts';
import { usePictureReviews } from './picture-reviews.ts';
import { Publish } from './publish.tsx';
import { Review } from './review.tsx';
import { readTitles, type Titles, titleOfChanges } from './titles.ts';

/** The review of the draft, with the form that publishes it. */
export function DraftReview({ scope }: { readonly scope: StudioScope }) {
  const { workspace, view, base, autosave, saved, fixtures, releases, account, open, desk } = scope;
  const { draft } = saved;
  const { changed, problems, isWhole } = view;
  // A version with an error has no screens to compare: show the last one without errors.
  const files = view.isGood ? view.files : view.goodFiles;
  const after = useMemo(() => ({ files }), [files]);
  const former = useMemo(() => readTitles(base.files), [base.files]);
  const titles = useMemo(() => readTitles([...base.files, ...files]), [base.files, files]);
  const broken = problems.filter(({ severity }) => severity === 'error');
  const find = useCallback(async () => {
    const saved = await autosave.settle();
    return saved && { draft: saved.id };
  }, [autosave]);
  const standing = useStanding(releases, draft);
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
      assistants={draft?.assistants}
      approvedBy={standing?.release?.approvals.filter(counts).map(({ actor }) => actor)}
      note={
        view.isGood ? null : (
          <Broken {...{ titles }} problems={broken} onSelect={(place) => scope.fixAt(place)} />
        )
      }
      {...(mayEdit && { onMeant })}
    >
      {({ needs, denied, warnings, onShow }) => (
        <Publish
          api={releases}
          settle={autosave.settle}
          takes={workspace.takes}
          isChanged={changed.size > 0}
          title={titleOfChanges(changed, titles, former)}
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

interface BrokenProps {
  readonly problems: readonly Problem[];
  readonly titles: Titles;
  onSelect(place: Selection): void;
}

/** Says that the review is of an earlier version, and where the errors are. */
function Broken({ problems, titles, onSelect }: BrokenProps) {
  return (
    <section aria-label="Errors" className="st-bar">
      <p>
        The draft has {problems.length === 1 ? 'an error' : `${problems.length} errors`}. This is a review of
        the last version without errors; nothing is lost.
      </p>
      <ul className="st-changes">
        {problems.map(({ file, pointer, line, column, message }) => (
          <li key={`${file} ${line} ${column} ${message}`}>
            <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
              {titles.of(file)}, line {line}: {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
