import * as v from 'valibot';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { exactObject, NAME, PATH, POINTER } from '#src/shared/operation-schemas.ts';
import { beAt, leave, listPresent, PRESENT_MS } from './presence.ts';

/** Who else has a draft open. */
export const PRESENCE_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listPresent',
    method: 'get',
    path: '/drafts/{draft}/presence',
    may: 'read',
    summary: 'Who has a draft open, and which document and node each page shows.',
    params: { draft: NAME },
    run: async ({ database: { queries }, act, params: { draft } }) => ({
      present: (await listPresent(queries, [draft], act.at)).get(draft) ?? [],
    }),
  }),
  defineOperation({
    id: 'bePresent',
    method: 'put',
    path: '/drafts/{draft}/presence/{page}',
    may: 'read',
    mostAMinute: 300,
    summary: `Stores what a page of the caller shows; the page chooses its name. The entry expires after ${PRESENT_MS / 1000} seconds.`,
    params: { draft: NAME, page: NAME },
    body: exactObject({ path: v.exactOptional(PATH), pointer: v.exactOptional(POINTER) }),
    async run({ database, act, params: { draft, page }, body }) {
      await beAt(database, { draft, page, ...body, ...act });
      return { present: (await listPresent(database.queries, [draft], act.at)).get(draft) ?? [] };
    },
  }),
  defineOperation({
    id: 'leaveDraft',
    method: 'delete',
    path: '/drafts/{draft}/presence/{page}',
    may: 'read',
    mostAMinute: 300,
    summary: 'Removes the entry of a closed page.',
    params: { draft: NAME, page: NAME },
    async run({ database, act, params: { draft, page } }) {
      await leave(database, { page, actor: act.actor });
      return { present: (await listPresent(database.queries, [draft], act.at)).get(draft) ?? [] };
    },
  }),
];
