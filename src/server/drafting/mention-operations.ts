import { defineOperation, type Operation } from '../registry/operation.ts';
import { NAME } from '#src/shared/operation-schemas.ts';
import { listUnread, markRead } from './mentions.ts';

/** Mentions of colleagues in comments. */
export const MENTION_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listMentions',
    method: 'get',
    path: '/mentions',
    may: 'own',
    summary: 'Comments with unread mentions of the caller, newest first.',
    run: async ({ database: { queries }, account }) => ({
      mentions: await listUnread(queries, account.name),
    }),
  }),
  defineOperation({
    id: 'readMention',
    method: 'post',
    path: '/mentions/{comment}/read',
    may: 'own',
    summary: 'Marks a mention of the caller as read.',
    params: { comment: NAME },
    async run({ database, act, account, params: { comment } }) {
      await markRead(database, { comment, ...act });
      return { mentions: await listUnread(database.queries, account.name) };
    },
  }),
];
