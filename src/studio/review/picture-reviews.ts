import { useCallback, useMemo, useState } from 'react';
import type { PictureReview } from '#src/shared/registry/picture-review.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { useAsked } from '../releases/use-asked.ts';
import { Refused } from '../api.ts';

export type { PictureReview };

/** What is said of a picture by who looks at it. */
type Saying = Pick<PictureReview, 'state' | 'picture' | 'verdict' | 'note'>;

/** What was said of the pictures of a draft, by everybody. */
export interface PictureReviews {
  /** By state. */
  readonly said: ReadonlyMap<string, PictureReview>;
  /** Whether what is looked at is what the draft says now, and not what it said once. */
  readonly isOfDraft: boolean;
  /** Why the last word was not taken. */
  readonly refused: string | undefined;
  /** @throws Refused, which `refused` says as well. */
  say(saying: Saying): Promise<void>;
}

/** Where it is kept: a draft, and what is looked at of it where that may be an older release. */
interface ReviewedDraft {
  readonly draft: string;
  readonly release?: string;
}

const NONE: readonly PictureReview[] = [];

/**
 * @param find - The draft, made ready to be spoken of; undefined where there is none.
 * @param draft - Its id, as soon as it has one.
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
