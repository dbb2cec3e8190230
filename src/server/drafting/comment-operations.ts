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
      'Threads about a draft, about a document in every draft, or about both, the oldest first, each with its answers. ' +
      '`pointer` is a place in the document `content`, which it was said about.',
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
    summary: 'Says something about a node of a document, as it is in a revision of the draft.',
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
    summary: 'Answers in a thread.',
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
    summary: 'Says that nothing of a thread is left to do. 409 where somebody else did.',
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
    summary: 'Says that something of a resolved thread is left to do. 409 where it is open.',
    params: { comment: NAME },
    run: ({ database, act, params: { comment } }) =>
      settleThread(database, { thread: comment, isResolved: false, ...act }),
  }),
];
