import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';
import { KEYS, POLL_MS, putAnswer } from '../queries/keys.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';

export type { ScreenshotReview };

/** A review of a screenshot. */
type Saying = Pick<ScreenshotReview, 'state' | 'picture' | 'verdict' | 'note'>;

/** The reviews of a draft's screenshots by all people. */
export interface PictureReviews {
  /** Id of the draft; undefined if there is none yet. */
  readonly draft: string | undefined;
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
  const client = useQueryClient();
  const { data: list = NONE } = useQuery({
    queryKey: KEYS.pictureReviews(draft),
    queryFn: draft === undefined ? skipToken : () => api.listPictureReviews(draft),
    refetchInterval: POLL_MS,
  });
  const { mutateAsync: say, error } = useMutation({
    async mutationFn(saying: Saying): Promise<void> {
      const reviewed = await find();
      if (reviewed === undefined) return;
      const reviews = await api.reviewPicture(reviewed, saying);
      await putAnswer(client, KEYS.pictureReviews(reviewed.draft), reviews);
    },
  });
  const refused = error?.message;
  return useMemo(
    () => ({ said: new Map(list.map((one) => [one.state, one])), refused, say, isOfDraft, draft }),
    [list, refused, say, isOfDraft, draft],
  );
}
