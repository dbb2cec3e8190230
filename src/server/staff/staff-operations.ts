import type { Operation } from '../registry/operations.ts';
import { type JsonSchema, NAME, record } from '../registry/operation-schemas.ts';
import {
  addService,
  changeRole,
  disableStaff,
  enableStaff,
  invitePerson,
  listStaff,
  readStaff,
  renewAccess,
} from './accounts.ts';
import { ACTIONS, decide, ROLES, type Role, SCREEN_KINDS } from './roles.ts';
import { LINKS_ADDRESS } from './addresses.ts';
import { STAFF_NAME_PATTERN } from './names.ts';
import { listTokens, makeToken, removeToken } from './tokens.ts';

/** As it stands in the audit: an e-mail address, or a word. */
const STAFF_NAME: JsonSchema = {
  type: 'string',
  pattern: STAFF_NAME_PATTERN,
  description: 'Stands in the audit; single sign-on knows people by their e-mail address.',
};
const ROLE: JsonSchema = { enum: ROLES };
const LABEL: JsonSchema = { type: 'string', minLength: 1, maxLength: 100 };
const DAYS: JsonSchema = { type: 'integer', minimum: 1, maximum: 365 };

const DAY_MS = 24 * 60 * 60_000;

/** What can be asked about who works here. */
export const STAFF_OPERATIONS: readonly Operation[] = [
  {
    id: 'readMe',
    method: 'get',
    path: '/me',
    may: 'own',
    summary: 'Who asks, and what they may do to which kind of screen.',
    run: ({ account }) => {
      const may = ACTIONS.map((action) => [
        action,
        Object.fromEntries(SCREEN_KINDS.map((kind) => [kind, decide(account.role, action, [kind])])),
      ]);
      return Promise.resolve({ ...account, may: Object.fromEntries(may) as object });
    },
  },
  {
    id: 'listStaff',
    method: 'get',
    path: '/staff',
    may: 'read',
    summary: 'People and service accounts, those that are disabled too.',
    run: async ({ database: { queries } }) => ({ staff: await listStaff(queries) }),
  },
  {
    id: 'invitePerson',
    method: 'post',
    path: '/staff',
    may: 'manage',
    summary:
      'Makes an account for a person, who sets a password by the link that is answered: once, in 24 hours.',
    body: record({ name: STAFF_NAME, role: ROLE }),
    async run({ database, act, body }) {
      const { name, role } = body as { name: string; role: Role };
      const secret = await invitePerson(database, { name, role, ...act });
      return { ...(await readStaff(database.queries, name)), link: `${LINKS_ADDRESS}/${secret}` };
    },
  },
  {
    id: 'addService',
    method: 'post',
    path: '/staff/services',
    may: 'manage',
    summary:
      'Makes an account for a machine; its token is answered once. Without `days` it lasts until it is renewed.',
    body: record({ name: STAFF_NAME, role: ROLE, days: DAYS }, ['name', 'role']),
    async run({ database, act, body }) {
      const { days, ...account } = body as { name: string; role: Role; days?: number };
      const until = days === undefined ? null : act.at + days * DAY_MS;
      const token = await addService(database, { ...account, until, ...act });
      return { ...(await readStaff(database.queries, account.name)), token };
    },
  },
  {
    id: 'changeRole',
    method: 'post',
    path: '/staff/{name}/role',
    may: 'manage',
    summary: 'Gives somebody another role. 409 for the last admin.',
    params: { name: STAFF_NAME },
    body: record({ role: ROLE }),
    run: ({ database, act, params: { name = '' }, body }) =>
      changeRole(database, { name, ...(body as { role: Role }), ...act }),
  },
  {
    id: 'disableStaff',
    method: 'post',
    path: '/staff/{name}/disable',
    may: 'manage',
    summary: 'Ends their sessions and tokens at once, and lets them make none. 409 for the last admin.',
    params: { name: STAFF_NAME },
    run: ({ database, act, params: { name = '' } }) => disableStaff(database, { name, ...act }),
  },
  {
    id: 'enableStaff',
    method: 'post',
    path: '/staff/{name}/enable',
    may: 'manage',
    summary: 'Lets them in again.',
    params: { name: STAFF_NAME },
    run: ({ database, act, params: { name = '' } }) => enableStaff(database, { name, ...act }),
  },
  {
    id: 'renewAccess',
    method: 'post',
    path: '/staff/{name}/renew',
    may: 'manage',
    summary:
      'A link by which a person sets a password anew, or a token in the place of the old ones for a machine.',
    params: { name: STAFF_NAME },
    async run({ database, act, params: { name = '' } }) {
      const secret = await renewAccess(database, { name, ...act });
      const { kind } = await readStaff(database.queries, name);
      return kind === 'person' ? { link: `${LINKS_ADDRESS}/${secret}` } : { token: secret };
    },
  },
  {
    id: 'listTokens',
    method: 'get',
    path: '/tokens',
    may: 'own',
    summary: "One's own tokens, without what they are.",
    run: async ({ database: { queries }, account: { name } }) => ({
      tokens: await listTokens(queries, name),
    }),
  },
  {
    id: 'makeToken',
    method: 'post',
    path: '/tokens',
    may: 'own',
    summary: 'A token for the command line that acts as whoever makes it; it is answered once.',
    body: record({ label: LABEL, days: DAYS }),
    async run({ database, act, body }) {
      const { label, days } = body as { label: string; days: number };
      return { token: await makeToken(database, { label, until: act.at + days * DAY_MS, ...act }) };
    },
  },
  {
    id: 'removeToken',
    method: 'delete',
    path: '/tokens/{token}',
    may: 'own',
    summary: "Ends one of one's own tokens.",
    params: { token: NAME },
    async run({ database, act, account, params: { token = '' } }) {
      await removeToken(database, { id: token, ...act });
      return { tokens: await listTokens(database.queries, account.name) };
    },
  },
];
