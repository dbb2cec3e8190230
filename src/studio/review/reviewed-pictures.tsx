import { useState } from 'react';
import { useKeyDown } from '../keys/use-key-down.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Fixtures } from '../load.ts';
import { sceneOf, type Version } from '../model/version.ts';
import { languageName } from '../words/language-name.ts';
import type { PictureReviews } from './picture-reviews.ts';
import { FIRST_PICTURE_LOOK, type PictureLook, PictureTools, zoom } from './picture-tools.tsx';
import { Differences, Pictures } from './pictures.tsx';
import { Progress } from './progress.tsx';
import { SayOfPicture } from './say-of-picture.tsx';
import type { Compared, Verdict } from './use-drawings.ts';
import type { Seen } from './use-seen.ts';
import type { Verdicts } from './use-verdicts.ts';
import type { Walk } from './use-walk.ts';
import { groupByScreen, type StatePair, type StatePairs } from './versions.ts';

export interface ReviewedPicturesProps {
  readonly old: Version;
  readonly young: Version;
  readonly fixtures: Fixtures;
  readonly pairs: StatePairs;
  readonly compared: Compared;
  readonly walk: Walk;
  readonly verdicts: Verdicts;
  readonly reviews: PictureReviews | undefined;
  readonly seen: Seen;
}

/** The screenshots of a review: one state is shown, and the others are compared behind it. */
export function ReviewedPictures(props: ReviewedPicturesProps) {
  const { pairs, compared, walk, verdicts, reviews, seen } = props;
  const { others, pair } = walk;
  const { waiting, verdictOf, take } = compared;
  const [look, setLook] = useState(FIRST_PICTURE_LOOK);
  const [shown, setShown] = useState<{ readonly pair: StatePair; readonly theme: string }>();
  const changing = others.length - waiting.length;
  // Render one frame at a time, because only one frame can have the focus.
  const isShown = pair === undefined || (shown?.pair === pair && shown.theme === look.theme);
  const behind = isShown && !seen.isStopped ? waiting[0] : undefined;
  return (
    <>
      <h2>
        {changing} {changing === 1 ? 'state changes' : 'states change'}
      </h2>
      <Progress
        all={pairs.toDraw.length}
        left={waiting.length}
        isStopped={seen.isStopped}
        onStopped={seen.stop}
      />
      <p role="status">
        {changing === 0
          ? `No picture differs${waiting.length === 0 ? '' : ' so far'}.`
          : `You have looked at ${seen.seen} of ${changing}.`}
        {changing === 0 || reviews === undefined
          ? null
          : ` ${others.filter(verdicts.current).length} of ${changing} were accepted or rejected.`}
      </p>
      {pairs.toDraw.length === 0 ? null : (
        <div className="st-one-by-one">
          <button type="button" onClick={() => seen.play(!seen.isPlaying)}>
            {seen.isPlaying ? 'Stop here' : 'Show them one by one'}
          </button>
        </div>
      )}
      {pair === undefined ? null : (
        <ShownPair
          {...props}
          {...{ pair, look }}
          onLook={setLook}
          onShown={() => setShown({ pair, theme: look.theme })}
        />
      )}
      <Unchanged pairs={[...pairs.unchanged, ...pairs.toDraw.filter((one) => verdictOf(one) === 'same')]} />
      {behind === undefined ? null : (
        <div className="st-behind" aria-hidden="true">
          <Pictures
            key={`${behind.key} ${keyOf(behind)}`}
            pair={behind}
            {...scenesOf(props, behind, 'light')}
            onDrawn={(drawn) => take(behind, drawn)}
          />
        </div>
      )}
    </>
  );
}

interface ShownPairProps extends ReviewedPicturesProps {
  readonly pair: StatePair;
  readonly look: PictureLook;
  onLook(look: PictureLook): void;
  onShown(): void;
}

const SAID: { readonly [verdict in Verdict]: string } = {
  waits: 'not compared yet',
  same: 'unchanged',
  other: '',
  unreached: 'cannot be reached',
};

function ShownPair({ pair, look, compared, walk, verdicts, reviews, seen, ...props }: ShownPairProps) {
  const { theme, manner, share, isMarked, scale } = look;
  const { drawnOf, verdictOf, take } = compared;
  const { previous, next } = walk;
  const keys = useKeys();
  const [denying, setDenying] = useState<StatePair>();
  const isReady = verdictOf(pair) !== 'waits';
  const isLookedAt = (one: StatePair): boolean => verdicts.current(one) !== undefined;
  const goOn = (): void => {
    setDenying(undefined);
    walk.goOn(pair, isLookedAt);
  };
  const accept = (): void => {
    verdicts.accept(pair);
    goOn();
  };

  useKeyDown((event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !keys.accepts(event))
      return;
    const key = event.key.toLowerCase();
    const there = { j: next, k: previous }[key];
    if (there !== undefined) walk.choose(there.key);
    if (key === 'z') props.onLook(zoom(look));
    if (reviews === undefined || !isReady) return;
    if (key === 'a') accept();
    if (key !== 'd') return;
    event.preventDefault();
    setDenying(pair);
  });

  return (
    <>
      <PictureTools
        {...{ pair, look, previous, next }}
        pairs={walk.others.includes(pair) ? walk.others : [...walk.others, pair]}
        sayOf={(one) =>
          [SAID[verdictOf(one)], verdicts.current(one)?.verdict ?? ''].filter(Boolean).join(', ')
        }
        onChoose={walk.choose}
        onLook={props.onLook}
      />
      <Pictures
        key={`${pair.key} ${theme} ${keyOf(pair)}`}
        pair={pair}
        {...scenesOf(props, pair, theme)}
        {...{ manner, share, isMarked, scale }}
        isBrought={walk.isChosen || seen.isPlaying}
        onSeen={() => seen.see(pair)}
        onDrawn={(drawn) => {
          props.onShown();
          // Only the light theme is reviewed: the dark theme uses the same colour roles.
          if (theme === 'light') take(pair, drawn);
        }}
      />
      {reviews === undefined ? null : (
        <SayOfPicture
          key={pair.key}
          subject={`${reviews.draft ?? ''} ${pair.key}`}
          review={verdicts.latest(pair)}
          isOfThis={isLookedAt(pair)}
          isReady={isReady}
          isDenying={denying === pair}
          refused={reviews.refused}
          onAccept={accept}
          onDenying={(isOn) => setDenying(isOn ? pair : undefined)}
          onDeny={(note) => verdicts.deny(pair, note)}
          onDenied={goOn}
        />
      )}
      <Differences drawn={drawnOf(pair)} />
    </>
  );
}

function scenesOf(
  { old, young, fixtures }: Pick<ReviewedPicturesProps, 'old' | 'young' | 'fixtures'>,
  { before, after, language }: StatePair,
  theme: 'light' | 'dark',
) {
  return {
    before: before && sceneOf(old, fixtures, before, { language, theme, textScale: 1 }),
    after: after && sceneOf(young, fixtures, after, { language, theme, textScale: 1 }),
  };
}

const keys = new WeakMap<StatePair, number>();
let pairsSeen = 0;

/** A unique number per pair. */
function keyOf(pair: StatePair): number {
  const key = keys.get(pair) ?? (pairsSeen += 1);
  keys.set(pair, key);
  return key;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select');
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
            <dd>{states.map(({ title, language }) => `${title} (${languageName(language)})`).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
