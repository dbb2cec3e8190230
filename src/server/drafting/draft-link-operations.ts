import type { Operation } from '../registry/operations.ts';
import { type JsonSchema, NAME, record } from '../registry/operation-schemas.ts';
import { DRAFTS_ADDRESS } from './addresses.ts';
import { listDraftLinks, LONGEST_HOURS, makeDraftLink, revokeDraftLink } from './draft-links.ts';

const HOUR_MS = 60 * 60_000;
const HOURS: JsonSchema = { type: 'integer', minimum: 1, maximum: LONGEST_HOURS };
const STATE: JsonSchema = {
  type: 'string',
  maxLength: 130,
  pattern: '^[\\w-]+/[\\w-]+$',
  description: '`<screen>/<state>` that it begins with; default: the first screen that the draft changes.',
};
/** Short enough to be typed. */
const ID_LENGTH = 8;

/** Drafts on phones of people who have no account. */
export const DRAFT_LINK_OPERATIONS: readonly Operation[] = [
  {
    id: 'listDraftLinks',
    method: 'get',
    path: '/drafts/{draft}/links',
    may: 'read',
    summary: 'The links under which a draft is or was shown, the newest first, without what they are.',
    params: { draft: NAME },
    async run({ database: { queries }, prepare, params: { draft = '' } }) {
      const links = await listDraftLinks(queries, draft);
      prepare(draft);
      return { links };
    },
  },
  {
    id: 'makeDraftLink',
    method: 'post',
    path: '/drafts/{draft}/links',
    may: 'edit',
    mostAMinute: 10,
    summary:
      'Makes a link that shows the draft, as it is when it is opened, with the data of fixtures only. It is valid for ' +
      'the given hours, at most a day, while the draft is open and until it is revoked. Its address is answered once.',
    params: { draft: NAME },
    body: record({ hours: HOURS, state: STATE }, ['hours']),
    async run({ database, act, newId, prepare, params: { draft = '' }, body }) {
      const { hours, ...state } = body as { hours: number; state?: string };
      const until = act.at + hours * HOUR_MS;
      const id = newId().slice(0, ID_LENGTH);
      const { link, secret } = await makeDraftLink(database, { id, draft, ...state, until, ...act });
      prepare(draft);
      return { ...link, address: `${DRAFTS_ADDRESS}/${secret}` };
    },
  },
  {
    id: 'revokeDraftLink',
    method: 'post',
    path: '/draft-links/{link}/revoke',
    may: 'edit',
    summary: 'Ends a link at once.',
    params: { link: NAME },
    run: async ({ database, act, params: { link = '' } }) => ({
      links: await revokeDraftLink(database, { id: link, ...act }),
    }),
  },
];
