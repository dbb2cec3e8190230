import type { Operation } from '../registry/operations.ts';
import { HASH, type JsonSchema, NAME, record } from '../registry/operation-schemas.ts';
import { listPictureReviews, type NewPictureReview, reviewPicture } from './picture-reviews.ts';

const STATE: JsonSchema = {
  type: 'string',
  maxLength: 200,
  pattern: '^\\S+ \\S+ \\S+$',
  description: 'Screen, state and language.',
};
const NOTE: JsonSchema = {
  type: 'string',
  maxLength: 500,
  description: 'What is wrong with it; plain text.',
};
const MOST_A_MINUTE = 120;

/** What colleagues say of the pictures of a draft when they look at them. */
export const PICTURE_REVIEW_OPERATIONS: readonly Operation[] = [
  {
    id: 'listPictureReviews',
    method: 'get',
    path: '/drafts/{draft}/pictures',
    may: 'read',
    summary: 'What was said last of each state of the draft by those who looked at it.',
    params: { draft: NAME },
    run: async ({ database: { queries }, params: { draft = '' } }) => ({
      reviews: await listPictureReviews(queries, draft),
    }),
  },
  {
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
    body: record(
      {
        state: STATE,
        picture: NAME,
        verdict: { enum: ['accepted', 'denied', 'lifted'] },
        note: NOTE,
        release: HASH,
      },
      ['state', 'picture', 'verdict', 'note'],
    ),
    run: async ({ database, act, params: { draft = '' }, body }) => ({
      reviews: await reviewPicture(database, {
        draft,
        ...(body as Pick<NewPictureReview, 'state' | 'picture' | 'verdict' | 'note' | 'release'>),
        ...act,
      }),
    }),
  },
];
