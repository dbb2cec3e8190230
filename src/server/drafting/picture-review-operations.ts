import { defineOperation, type Operation } from '../registry/operation.ts';
import { PICTURE_REVIEW } from '#src/shared/operation-bodies.ts';
import { NAME } from '#src/shared/operation-schemas.ts';
import { listPictureReviews, reviewPicture } from './picture-reviews.ts';

const MOST_A_MINUTE = 120;

/** Reviews of a draft's screenshots by colleagues. */
export const PICTURE_REVIEW_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listPictureReviews',
    method: 'get',
    path: '/drafts/{draft}/pictures',
    may: 'read',
    summary: 'What was said last of each state of the draft by those who looked at it.',
    params: { draft: NAME },
    run: async ({ database: { queries }, params: { draft } }) => ({
      reviews: await listPictureReviews(queries, draft),
    }),
  }),
  defineOperation({
    id: 'reviewPicture',
    method: 'post',
    path: '/drafts/{draft}/pictures',
    may: 'edit',
    mostAMinute: MOST_A_MINUTE,
    summary:
      'Says of a picture of the draft that it is right, or what is wrong with it: then no release of the draft goes to ' +
      'borrowers until it looks otherwise (`lifted`), or is accepted. `release` is what was looked at, where it is not ' +
      'what the draft says now.',
    params: { draft: NAME },
    body: PICTURE_REVIEW,
    run: async ({ database, act, params: { draft }, body }) => ({
      reviews: await reviewPicture(database, {
        draft,
        ...body,
        ...act,
      }),
    }),
  }),
];
