import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import type { ReviewNeed } from '#src/shared/registry/review-need.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { Refused } from '../api.ts';
import type { Fixtures } from '../load.ts';
import { Changes } from './changes.tsx';
import type { ScreenshotReview, PictureReviews } from './picture-reviews.ts';
import { FIRST_PICTURE_LOOK, PictureTools, zoom } from './picture-tools.tsx';
import { Differences, Pictures } from './pictures.tsx';
import { Progress } from './progress.tsx';
import { SayOfPicture } from './say-of-picture.tsx';
import { useDrawings, type Verdict } from './use-drawings.ts';
import { Warnings } from './warnings.tsx';
import { groupByScreen, needsOf, openVersion, pairStates, warningsIn } from './versions.ts';
import type { StatePair } from './versions.ts';
import { useKeyDown } from '../keys/use-key-down.ts';
import { useKeys } from '../keys/use-keys.ts';
import { sceneOf, type Version } from '../model/version.ts';
import { titleOf } from './words.ts';
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
  /** Shows the screenshots of a state. */
  onShow(state: string): void;
}

const SAID: { readonly [verdict in Verdict]: string } = {
  waits: 'not compared yet',
  same: 'unchanged',
  other: '',
  unreached: 'cannot be reached',
};

const WHY: { readonly [kind in ReviewNeed['kind']]: string } = {
  money: 'it moves money, or says where calls and links go',
  consent: 'it asks for consent',
  legal: 'it shows a legal document',
  change: 'the review policy lets no such change through',
};

/** Reviews a change: the differences as text, screenshots of every affected state, and a list of unchanged states. */
export function Review({ title, before, after, changed, fixtures, reviews, ...props }: ReviewProps) {
  const { meant, onMeant, children } = props;
  const old = useMemo(() => openVersion(before.files), [before.files]);
  const young = useMemo(() => openVersion(after.files), [after.files]);
  const needs = useMemo(() => needsOf(old, young), [old, young]);
  const warnings = useMemo(() => warningsIn(young, changed, meant), [young, changed, meant]);
  const pairs = useMemo(() => pairStates(old, young, fixtures), [old, young, fixtures]);
  const { drawnOf, verdictOf, waiting, take } = useDrawings(pairs.toDraw);
  const keys = useKeys();
  const [chosen, setChosen] = useState<string>();
  const [look, setLook] = useState(FIRST_PICTURE_LOOK);
  const { theme, manner, share, isMarked, scale } = look;
  const [shown, setShown] = useState<{ readonly pair: StatePair; readonly theme: string }>();
  const [denying, setDenying] = useState<StatePair>();
  const [isStopped, setStopped] = useState(false);
  const [middle, setMiddle] = useState<HTMLElement | null>(null);

  const others = pairs.toDraw.filter((pair) => verdictOf(pair) !== 'same');
  const pair = pairs.toDraw.find(({ key }) => key === chosen) ?? others[0];
  const changing = others.length - waiting.length;
  const at = others.findIndex(({ key }) => key === pair?.key);
  const isCompared = (one: StatePair): boolean => verdictOf(one) !== 'waits';
  // Skip states that are not compared yet.
  const previous = others.slice(0, Math.max(at, 0)).filter(isCompared).at(-1);
  const next = at < 0 ? undefined : others.slice(at + 1).find(isCompared);
  // Render one frame at a time, because only one frame can have the focus.
  const isShown = pair === undefined || (shown?.pair === pair && shown.theme === theme);
  const behind = isShown && !isStopped ? waiting[0] : undefined;

  const reviewOf = (one: StatePair): ScreenshotReview | undefined => reviews?.said.get(one.key);
  /** The review of the current screenshot; undefined if the screenshot has changed since. */
  const saidOf = (one: StatePair): ScreenshotReview | undefined => {
    const review = reviewOf(one);
    return review?.picture === drawnOf(one)?.picture ? review : undefined;
  };
  const isLookedAt = (one: StatePair): boolean => saidOf(one) !== undefined;
  const isReady = pair !== undefined && isCompared(pair);
  const say = async (one: StatePair, verdict: 'accepted' | 'denied', note = ''): Promise<void> => {
    const picture = drawnOf(one)?.picture;
    if (picture !== undefined) await reviews?.say({ state: one.key, picture, verdict, note });
  };
  const goOn = (one: StatePair): void => {
    setDenying(undefined);
    // Go to the next state without a review; after the last one to the first. States that are not compared come last.
    const open = others.filter((other) => other !== one && !isLookedAt(other));
    const ready = open.filter(isCompared);
    const after = ready.find((other) => others.indexOf(other) > at) ?? ready[0] ?? open[0];
    setChosen((after ?? one).key);
  };
  const accept = (one: StatePair): void => {
    say(one, 'accepted').catch(leaveToReviews);
    goOn(one);
  };
  const denied = deniedOf(reviews, (state) => {
    const one = pairs.toDraw.find(({ key }) => key === state);
    return one === undefined ? 'gone' : drawnOf(one)?.picture;
  });
  useLifting(reviews?.isOfDraft ? reviews : undefined, denied.lifted);

  const show = (state: string): void => {
    setChosen(state);
    middle?.scrollTo({ top: 0 });
    // In a narrow window the three columns are below each other.
    middle?.scrollIntoView({ block: 'nearest' });
  };

  useKeyDown((event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !keys.hears(event))
      return;
    const key = event.key.toLowerCase();
    const there = { j: next, k: previous }[key];
    if (there !== undefined) setChosen(there.key);
    if (key === 'z') setLook(zoom);
    if (reviews === undefined || !isReady) return;
    if (key === 'a') accept(pair);
    if (key !== 'd') return;
    event.preventDefault();
    setDenying(pair);
  });

  const scenes = ({ before: was, after: is, language }: StatePair, as: 'light' | 'dark') => ({
    before: was && sceneOf(old, fixtures, was, { language, theme: as, textScale: 1 }),
    after: is && sceneOf(young, fixtures, is, { language, theme: as, textScale: 1 }),
  });
  const unchanged = [...pairs.unchanged, ...pairs.toDraw.filter((one) => verdictOf(one) === 'same')];

  return (
    <main className="st-review" aria-label="Review">
      {/* Focusable for keyboard scrolling, because it can be without focusable content. */}
      <div className="st-review-left" role="group" aria-label={title} tabIndex={0}>
        <h1>{title}</h1>
        <section aria-label="What changed">
          <h2>What changed</h2>
          <Changes before={before.files} after={after.files} changed={changed} plans={old.compiled.plans} />
        </section>
        <Needs needs={needs} />
        <Warnings {...warnings} onMeant={onMeant} />
      </div>
      <section ref={setMiddle} className="st-review-middle" aria-label="Pictures">
        <h2>
          {changing} {changing === 1 ? 'state changes' : 'states change'}
        </h2>
        <Progress
          all={pairs.toDraw.length}
          left={waiting.length}
          isStopped={isStopped}
          onStopped={setStopped}
        />
        {reviews === undefined || changing === 0 ? null : (
          <p role="status">
            {others.filter(isLookedAt).length} of {changing} looked at
          </p>
        )}
        {pair === undefined ? null : (
          <>
            <PictureTools
              {...{ pair, look }}
              pairs={[...others, ...(at < 0 ? [pair] : [])]}
              sayOf={(one) => [SAID[verdictOf(one)], saidOf(one)?.verdict ?? ''].filter(Boolean).join(', ')}
              {...{ previous, next }}
              onChoose={setChosen}
              onLook={setLook}
            />
            <Pictures
              key={`${pair.key} ${theme} ${keyOf(pair)}`}
              pair={pair}
              {...scenes(pair, theme)}
              {...{ manner, share, isMarked, scale }}
              onDrawn={(drawn) => {
                setShown({ pair, theme });
                // Reviews refer to the light theme; the dark one has the same roles of colours.
                if (theme === 'light') take(pair, drawn);
              }}
            />
            {reviews === undefined ? null : (
              <SayOfPicture
                key={pair.key}
                review={reviewOf(pair)}
                isOfThis={isLookedAt(pair)}
                isReady={isReady}
                isDenying={denying === pair}
                refused={reviews.refused}
                onAccept={() => accept(pair)}
                onDenying={(isOn) => setDenying(isOn ? pair : undefined)}
                onDeny={(note) => say(pair, 'denied', note)}
                onDenied={() => goOn(pair)}
              />
            )}
            <Differences drawn={drawnOf(pair)} />
          </>
        )}
        <Unchanged pairs={unchanged} />
        {behind === undefined ? null : (
          <div className="st-behind" aria-hidden="true">
            <Pictures
              key={`${behind.key} ${keyOf(behind)}`}
              pair={behind}
              {...scenes(behind, 'light')}
              onDrawn={(drawn) => take(behind, drawn)}
            />
          </div>
        )}
      </section>
      <div className="st-review-right">
        {children({ needs, denied: denied.standing, warnings: warnings.open, onShow: show })}
      </div>
    </main>
  );
}

const keys = new WeakMap<StatePair, number>();
let pairsSeen = 0;

/** A unique number per pair. */
function keyOf(pair: StatePair): number {
  const key = keys.get(pair) ?? (pairsSeen += 1);
  keys.set(pair, key);
  return key;
}

interface Denied {
  readonly standing: readonly ScreenshotReview[];
  /** Rejected states whose screenshot has changed, with its new name. */
  readonly lifted: readonly (readonly [review: ScreenshotReview, picture: string])[];
}

/** @param pictureOf - Name of a state's screenshot; undefined if it is not rendered yet. */
function deniedOf(
  reviews: PictureReviews | undefined,
  pictureOf: (state: string) => string | undefined,
): Denied {
  const standing: ScreenshotReview[] = [];
  const lifted: [ScreenshotReview, string][] = [];
  for (const review of reviews?.said.values() ?? []) {
    if (review.verdict !== 'denied') continue;
    const picture = pictureOf(review.state) ?? review.picture;
    if (picture === review.picture) standing.push(review);
    else lifted.push([review, picture]);
  }
  return { standing, lifted };
}

/** Records that a rejection no longer applies because the screenshot has changed. */
function useLifting(reviews: PictureReviews | undefined, lifted: Denied['lifted']): void {
  const lift = useEffectEvent(() => {
    for (const [{ state, note }, picture] of lifted)
      reviews?.say({ state, picture, verdict: 'lifted', note }).catch(leaveToReviews);
  });
  const which = lifted.map(([{ state }, picture]) => `${state} ${picture}`).join('\n');
  useEffect(() => {
    if (which !== '') lift();
  }, [which]);
}

/** Ignores `Refused`, because `reviews.refused` shows it. */
function leaveToReviews(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select');
}

function Needs({ needs }: { readonly needs: readonly ReviewNeed[] }) {
  if (needs.length === 0) return null;
  return (
    <section aria-label="A second person">
      <h2>Somebody else must approve</h2>
      <ul className="st-changes">
        {needs.map(({ kind, subject }) => (
          <li key={`${kind} ${subject}`}>
            {subject.includes('/') ? titleOf(subject) : `Screen ${subject}`}: {WHY[kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** States that are the same in both versions, by screen. */
function Unchanged({ pairs }: { readonly pairs: readonly StatePair[] }) {
  return (
    <details className="st-unchanged">
      <summary>
        {pairs.length} {pairs.length === 1 ? 'state is' : 'states are'} proven unchanged
      </summary>
      <dl>
        {groupByScreen(pairs).map(([screen, states]) => (
          <div key={screen}>
            <dt>{screen}</dt>
            <dd>{states.map(({ title, language }) => `${title} (${language})`).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
