import { type ReactNode, useMemo, useState } from 'react';
import type { Assisted } from '#src/shared/registry/assisted.ts';
import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Fixtures } from '../load.ts';
import type { Version } from '../model/version.ts';
import { languageName } from '../words/language-name.ts';
import { Changes } from './changes.tsx';
import type { ScreenshotReview, PictureReviews } from './picture-reviews.ts';
import { ReviewedPictures } from './reviewed-pictures.tsx';
import { HelpButton } from '../tour/help-button.tsx';
import { LIST } from '../words/list.ts';
import { readTitles, type Titles } from './titles.ts';
import { useDrawings } from './use-drawings.ts';
import { type Seen, useSeen } from './use-seen.ts';
import { useVerdicts } from './use-verdicts.ts';
import { useWalk } from './use-walk.ts';
import {
  needsOf,
  newlyUntranslated,
  openVersion,
  pairStates,
  type Untranslated,
  warningsIn,
} from './versions.ts';
import { Warnings } from './warnings.tsx';
import './review.css';

export interface ReviewProps {
  readonly title: string;
  readonly before: Pick<Version, 'files'>;
  readonly after: Pick<Version, 'files'>;
  /** Changed paths. */
  readonly changed: ReadonlySet<string>;
  readonly fixtures: Fixtures;
  /** Reviews of the screenshots; absent if they cannot be reviewed. */
  readonly reviews?: PictureReviews | undefined;
  /** Acknowledged legal warnings of the release. */
  readonly meant?: readonly LegalAcknowledgement[] | undefined;
  /** Names of those whose approval counts. */
  readonly approvedBy?: readonly string[] | undefined;
  /** The assistants that wrote a part of it. */
  readonly assistants?: readonly Assisted[] | undefined;
  /** Shown above the changes. */
  readonly note?: ReactNode;
  /** Acknowledges a warning in the draft; absent in a read-only review. */
  onMeant?(problem: Problem, reason: string): void;
  /** Renders the actions. */
  readonly children: (found: Found) => ReactNode;
}

/** Results of a review. */
export interface Found {
  /** Changes that need an approval. */
  readonly needs: readonly ReviewNeed[];
  /** Warnings that are not acknowledged. */
  readonly warnings: readonly Problem[];
  /** Rejected screenshots that have not changed since, as far as is known. */
  readonly denied: readonly ScreenshotReview[];
  /** What this person has looked at. */
  readonly seen: Seen;
  /** Shows the screenshots of a state. */
  onShow(state: string): void;
}

const WHY: { readonly [kind in ReviewNeed['kind']]: string } = {
  money: 'it moves money, or says where calls and links go',
  consent: 'it asks for consent',
  legal: 'it shows a legal document',
  change: 'the review policy lets no such change through',
};

/** Reviews a change: the differences as text, screenshots of every affected state, and a list of unchanged states. */
export function Review({ title, before, after, changed, fixtures, reviews, ...props }: ReviewProps) {
  const { meant, approvedBy = [], assistants = [], note, onMeant, children } = props;
  const old = useMemo(() => openVersion(before.files), [before.files]);
  const young = useMemo(() => openVersion(after.files), [after.files]);
  const needs = useMemo(() => needsOf(old, young), [old, young]);
  const titles = useMemo(() => readTitles([...before.files, ...after.files]), [before.files, after.files]);
  const warnings = useMemo(() => warningsIn(young, changed, meant), [young, changed, meant]);
  const untranslated = useMemo(() => newlyUntranslated(old, young), [old, young]);
  const pairs = useMemo(() => pairStates(old, young, fixtures), [old, young, fixtures]);
  const compared = useDrawings(pairs.toDraw);
  const walk = useWalk(pairs.toDraw, compared);
  const verdicts = useVerdicts(reviews, pairs.toDraw, compared);
  const { denied } = verdicts;
  const seen = useSeen(pairs, compared, walk);
  const [middle, setMiddle] = useState<HTMLElement | null>(null);

  const show = (state: string): void => {
    walk.choose(state);
    middle?.scrollTo({ top: 0 });
    // In a narrow window the three columns are below each other.
    middle?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <main className="st-review" aria-label="Review">
      {/* Focusable for keyboard scrolling, because it can be without focusable content. */}
      <div className="st-review-left" role="group" aria-label={title} tabIndex={0}>
        <div className="st-corner">
          <HelpButton of={['review', 'approval']} />
        </div>
        <h1>{title}</h1>
        {note}
        <WrittenWith assistants={assistants} />
        <section aria-label="What changed">
          <h2>What changed</h2>
          <Changes before={before.files} after={after.files} changed={changed} plans={old.compiled.plans} />
        </section>
        <Needs {...{ needs, approvedBy, titles }} />
        <NotTranslated untranslated={untranslated} />
        <Warnings {...warnings} titles={titles} onMeant={onMeant} />
      </div>
      <section ref={setMiddle} className="st-review-middle" aria-label="Pictures">
        <ReviewedPictures {...{ old, young, fixtures, pairs, compared, walk, verdicts, reviews, seen }} />
      </section>
      <div className="st-review-right">
        {children({ needs, denied, seen, warnings: warnings.open, onShow: show })}
      </div>
    </main>
  );
}

/** Names the assistants, and the people whose words these count as. */
function WrittenWith({ assistants }: { readonly assistants: readonly Assisted[] }) {
  return assistants.map(({ assistant, actor }) => (
    <p key={`${assistant} ${actor}`}>
      Written with an assistant: {assistant}, for {actor}. It counts as written by {actor}, who cannot approve
      it.
    </p>
  ));
}

function NotTranslated({ untranslated }: { readonly untranslated: readonly Untranslated[] }) {
  if (untranslated.length === 0) return null;
  return (
    <section aria-label="Not translated">
      <h2>Not translated</h2>
      <ul className="st-changes">
        {untranslated.map(({ language, sources }) => (
          <li key={language}>
            {languageName(language)}: {LIST.format(sources.map((source) => `“${source}”`))}. Borrowers see the
            words as they are here.
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NeedsProps {
  readonly needs: readonly ReviewNeed[];
  readonly approvedBy: readonly string[];
  readonly titles: Titles;
}

/** Why a second person is needed, and who that was if the approval was given. */
function Needs({ needs, approvedBy, titles }: NeedsProps) {
  if (needs.length === 0) return null;
  return (
    <section aria-label="A second person">
      <h2>
        {approvedBy.length === 0 ? 'Somebody else must approve' : `Approved by ${approvedBy.join(' and ')}`}
      </h2>
      <ul className="st-changes">
        {needs.map(({ kind, subject }) => (
          <li key={`${kind} ${subject}`}>
            {titles.of(subject)}: {WHY[kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}
