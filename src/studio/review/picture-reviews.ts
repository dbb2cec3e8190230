import { useCallback, useMemo, useState } from 'react';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { useAsked } from '../releases/use-asked.ts';
import { Refused } from '../api.ts';

export type { ScreenshotReview };

/** A review of a screenshot. */
type Saying = Pick<ScreenshotReview, 'state' | 'picture' | 'verdict' | 'note'>;

/** The reviews of a draft's screenshots by all people. */
export interface PictureReviews {
  /** By state. */
  readonly said: ReadonlyMap<string, ScreenshotReview>;
  /** Whether the reviewed version is the current draft and not an older release of it. */
  readonly isOfDraft: boolean;
  /** The error message of the last review. */
  readonly refused: string | undefined;
  /** @throws Refused; `refused` has its message. */
  say(saying: Saying): Promise<void>;
}

/** The draft, and the release if an older version is reviewed. */
interface ReviewedDraft {
  readonly draft: string;
  readonly release?: string;
}

const NONE: readonly ScreenshotReview[] = [];

/**
 * @param find - Saves the draft if needed and returns it; undefined if there is none.
 * @param draft - Id of the draft, if it exists.
 */
export function usePictureReviews(
  api: Pick<ReleasesApi, 'listPictureReviews' | 'reviewPicture'>,
  draft: string | undefined,
  find: () => Promise<ReviewedDraft | undefined>,
  isOfDraft: boolean,
): PictureReviews {
  const ask = useMemo(
    () => (draft === undefined ? undefined : () => api.listPictureReviews(draft)),
    [api, draft],
  );
  const { value: list = NONE, take } = useAsked(ask);
  const [refused, setRefused] = useState<string>();
  const say = useCallback(
    async (saying: Saying): Promise<void> => {
      try {
        const reviewed = await find();
        if (reviewed !== undefined) take(await api.reviewPicture(reviewed, saying));
        setRefused(undefined);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        setRefused(error.message);
        throw error;
      }
    },
    [api, find, take],
  );
  return useMemo(
    () => ({ said: new Map(list.map((one) => [one.state, one])), refused, say, isOfDraft }),
    [list, refused, say, isOfDraft],
  );
}
