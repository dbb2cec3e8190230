import * as v from 'valibot';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { REPLY, WORDS } from '#src/shared/operation-bodies.ts';
import { exactObject, LIMIT, NAME, PATH, POINTER, REVISION, TURN } from '#src/shared/operation-schemas.ts';
import { addComment, listThreads, replyTo, settleThread } from './comments.ts';

const MOST_A_MINUTE = 30;

/** Comments of colleagues on drafts. */
export const COMMENT_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listComments',
    method: 'get',
    path: '/comments',
    may: 'read',
    summary:
      'Threads about a draft, about a document in every draft, or about both, oldest first, each with its replies. `pointer` is a path in the document `content`.',
    query: {
      draft: v.exactOptional(NAME),
      path: v.exactOptional(PATH),
      state: v.exactOptional(v.picklist(['open', 'resolved'])),
      after: v.exactOptional(v.pipe(TURN, v.description('Turn of the last thread on the previous page.'))),
      limit: LIMIT,
    },
    run: async ({ database: { queries }, query }) => {
      const { state, ...filter } = query;
      const threads = await listThreads(queries, {
        ...filter,
        ...(state !== undefined && { isResolved: state === 'resolved' }),
      });
      return { threads };
    },
  }),
  defineOperation({
    id: 'addComment',
    method: 'post',
    path: '/drafts/{draft}/comments',
    may: 'comment',
    mostAMinute: MOST_A_MINUTE,
    summary: 'Adds a comment to a node of a document in a revision of the draft.',
    params: { draft: NAME },
    body: exactObject({ path: PATH, pointer: POINTER, revision: REVISION, text: WORDS }),
    run: ({ database, act, newId, params: { draft }, body }) =>
      addComment(database, {
        ...{ id: newId(), draft, ...act },
        ...body,
      }),
  }),
  defineOperation({
    id: 'replyToComment',
    method: 'post',
    path: '/comments/{comment}/replies',
    may: 'comment',
    mostAMinute: MOST_A_MINUTE,
    summary: 'Replies in a thread.',
    params: { comment: NAME },
    body: REPLY,
    run: ({ database, act, newId, params: { comment }, body }) =>
      replyTo(database, { thread: comment, id: newId(), ...body, ...act }),
  }),
  defineOperation({
    id: 'resolveComment',
    method: 'post',
    path: '/comments/{comment}/resolve',
    may: 'comment',
    mostAMinute: MOST_A_MINUTE,
    summary: 'Resolves a thread. 409 if it is already resolved.',
    params: { comment: NAME },
    run: ({ database, act, params: { comment } }) =>
      settleThread(database, { thread: comment, isResolved: true, ...act }),
  }),
  defineOperation({
    id: 'reopenComment',
    method: 'post',
    path: '/comments/{comment}/reopen',
    may: 'comment',
    mostAMinute: MOST_A_MINUTE,
    summary: 'Reopens a resolved thread. 409 if it is open.',
    params: { comment: NAME },
    run: ({ database, act, params: { comment } }) =>
      settleThread(database, { thread: comment, isResolved: false, ...act }),
  }),
];
