import { useEffect, useEffectEvent } from 'react';
import { Refused } from '../api.ts';
import type { ScreenshotReview, PictureReviews } from './picture-reviews.ts';
import type { Compared } from './use-drawings.ts';
import type { StatePair } from './versions.ts';

export type Verdicts = ReturnType<typeof useVerdicts>;

/** People's reviews of the screenshots, with methods to accept and reject a screenshot. */
export function useVerdicts(
  reviews: PictureReviews | undefined,
  toDraw: readonly StatePair[],
  { drawnOf }: Pick<Compared, 'drawnOf'>,
) {
  const { standing, lifted } = deniedOf(reviews, (state) => {
    const one = toDraw.find(({ key }) => key === state);
    return one === undefined ? 'gone' : drawnOf(one)?.picture;
  });
  useLifting(reviews?.isOfDraft ? reviews : undefined, lifted);

  const latest = (pair: StatePair): ScreenshotReview | undefined => reviews?.said.get(pair.key);
  const say = async (pair: StatePair, verdict: 'accepted' | 'denied', note = ''): Promise<void> => {
    const picture = drawnOf(pair)?.picture;
    if (picture !== undefined) await reviews?.say({ state: pair.key, picture, verdict, note });
  };
  return {
    /** The latest review of a state, possibly of an earlier screenshot. */
    latest,
    /** The review of the current screenshot; undefined if the screenshot has changed since. */
    current(pair: StatePair): ScreenshotReview | undefined {
      const review = latest(pair);
      return review?.picture === drawnOf(pair)?.picture ? review : undefined;
    },
    accept: (pair: StatePair): void => void say(pair, 'accepted').catch(leaveToReviews),
    /** @throws Refused. */
    deny: (pair: StatePair, note: string): Promise<void> => say(pair, 'denied', note),
    /** Rejected screenshots that have not changed since, as far as is known. */
    denied: standing,
  };
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
