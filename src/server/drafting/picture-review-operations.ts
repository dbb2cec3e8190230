import * as v from 'valibot';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { exactObject, HASH, NAME } from '#src/shared/operation-schemas.ts';
import { listPictureReviews, reviewPicture } from './picture-reviews.ts';

const STATE = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\S+ \S+ \S+$/, 'is not in the expected form: screen, state and language.'),
  v.description('Screen, state and language.'),
);
const NOTE = v.pipe(v.string(), v.maxLength(500), v.description('What is wrong with it; plain text.'));
const MOST_A_MINUTE = 120;

/** What colleagues say of the pictures of a draft when they look at them. */
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
    body: exactObject({
      state: STATE,
      picture: NAME,
      verdict: v.picklist(['accepted', 'denied', 'lifted']),
      note: NOTE,
      release: v.exactOptional(HASH),
    }),
    run: async ({ database, act, params: { draft }, body }) => ({
      reviews: await reviewPicture(database, {
        draft,
        ...body,
        ...act,
      }),
    }),
  }),
];
