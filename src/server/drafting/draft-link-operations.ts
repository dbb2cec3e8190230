import { defineOperation, type Operation } from '../registry/operation.ts';
import { NEW_LINK } from '#src/shared/operation-bodies.ts';
import { NAME } from '#src/shared/operation-schemas.ts';
import { DRAFTS_ADDRESS } from './addresses.ts';
import { listDraftLinks, makeDraftLink, revokeDraftLink } from './draft-links.ts';

const HOUR_MS = 60 * 60_000;
/** Short enough to type. */
const ID_LENGTH = 8;

/** Links to drafts, for people without an account. */
export const DRAFT_LINK_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listDraftLinks',
    method: 'get',
    path: '/drafts/{draft}/links',
    may: 'read',
    summary: 'The links to a draft, including expired ones, newest first, without their secrets.',
    params: { draft: NAME },
    async run({ database: { queries }, prepare, params: { draft } }) {
      const links = await listDraftLinks(queries, draft);
      prepare(draft);
      return { links };
    },
  }),
  defineOperation({
    id: 'makeDraftLink',
    method: 'post',
    path: '/drafts/{draft}/links',
    may: 'edit',
    mostAMinute: 10,
    summary:
      'Makes a link that shows the current draft, with the data of fixtures only. It is valid for the given hours, at most a day, while the draft is open and until it is revoked. Its address is returned once.',
    params: { draft: NAME },
    body: NEW_LINK,
    async run({ database, act, newId, prepare, params: { draft }, body }) {
      const { hours, ...state } = body;
      const until = act.at + hours * HOUR_MS;
      const id = newId().slice(0, ID_LENGTH);
      const { link, secret } = await makeDraftLink(database, { id, draft, ...state, until, ...act });
      prepare(draft);
      return { ...link, address: `${DRAFTS_ADDRESS}/${secret}` };
    },
  }),
  defineOperation({
    id: 'revokeDraftLink',
    method: 'post',
    path: '/draft-links/{link}/revoke',
    may: 'edit',
    summary: 'Revokes a link immediately.',
    params: { link: NAME },
    run: async ({ database, act, params: { link } }) => ({
      links: await revokeDraftLink(database, { id: link, ...act }),
    }),
  }),
];
