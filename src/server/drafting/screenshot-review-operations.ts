import { defineOperation, type Operation } from '../registry/operation.ts';
import { PICTURE_REVIEW } from '#src/shared/operation-bodies.ts';
import { NAME } from '#src/shared/operation-schemas.ts';
import { listScreenshotReviews, reviewScreenshot } from './screenshot-reviews.ts';

const MOST_A_MINUTE = 120;

/** Reviews of a draft's screenshots by colleagues. */
export const SCREENSHOT_REVIEW_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listPictureReviews',
    method: 'get',
    path: '/drafts/{draft}/pictures',
    may: 'read',
    summary: 'The last review of each state of the draft.',
    params: { draft: NAME },
    run: async ({ database: { queries }, params: { draft } }) => ({
      reviews: await listScreenshotReviews(queries, draft),
    }),
  }),
  defineOperation({
    id: 'reviewPicture',
    method: 'post',
    path: '/drafts/{draft}/pictures',
    may: 'edit',
    mostAMinute: MOST_A_MINUTE,
    summary:
      'Accepts or rejects a screenshot of the draft. After a rejection no release of the draft can go live until the screenshot changes (`lifted`) or is accepted. `release` is the reviewed release, if the draft has changed since.',
    params: { draft: NAME },
    body: PICTURE_REVIEW,
    run: async ({ database, act, params: { draft }, body }) => ({
      reviews: await reviewScreenshot(database, {
        draft,
        ...body,
        ...act,
      }),
    }),
  }),
];
