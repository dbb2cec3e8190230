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
    summary: 'Comments that name whoever asks and that they have not seen, the newest first.',
    run: async ({ database: { queries }, account }) => ({
      mentions: await listUnread(queries, account.name),
    }),
  }),
  defineOperation({
    id: 'readMention',
    method: 'post',
    path: '/mentions/{comment}/read',
    may: 'own',
    summary: 'Says that whoever asks has seen a comment that names them.',
    params: { comment: NAME },
    async run({ database, act, account, params: { comment } }) {
      await markRead(database, { comment, ...act });
      return { mentions: await listUnread(database.queries, account.name) };
    },
  }),
];
