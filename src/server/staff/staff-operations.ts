import * as v from 'valibot';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { exactObject, integer, NAME, text } from '#src/shared/operation-schemas.ts';
import {
  addService,
  changeRole,
  disableStaff,
  enableStaff,
  invitePerson,
  listStaff,
  readStaff,
  renewAccess,
  withdrawInvitation,
} from './accounts.ts';
import { ACTIONS, decide, ROLES, SCREEN_KINDS } from '#src/review/roles.ts';
import { LINKS_ADDRESS } from '#src/shared/staff-addresses.ts';
import { STAFF_NAME_PATTERN } from './names.ts';
import { listTokens, makeToken, removeToken } from './tokens.ts';

/** Name in the audit: an e-mail address, or a word. */
const STAFF_NAME = v.pipe(
  v.string(),
  v.regex(
    STAFF_NAME_PATTERN,
    'is not in the expected form: an e-mail address, or a word of letters and digits.',
  ),
  v.description('Name in the audit; single sign-on identifies people by their e-mail address.'),
);
const ROLE = v.picklist(ROLES);
const LABEL = text(1, 100);
const DAYS = integer(1, 365);

const DAY_MS = 24 * 60 * 60_000;

/** The path of a link, and the origin for it if the settings name one. */
const describeLink = (secret: string, origin: string | undefined) => ({
  link: `${LINKS_ADDRESS}/${secret}`,
  ...(origin !== undefined && { origin }),
});

/** The API of staff accounts. */
export const STAFF_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'readMe',
    method: 'get',
    path: '/me',
    may: 'own',
    summary: "The caller's account, and its rights by kind of screen.",
    run: ({ account }) => {
      const may = ACTIONS.map((action) => [
        action,
        Object.fromEntries(SCREEN_KINDS.map((kind) => [kind, decide(account.role, action, [kind])])),
      ]);
      return Promise.resolve({ ...account, may: Object.fromEntries(may) as object });
    },
  }),
  defineOperation({
    id: 'listStaff',
    method: 'get',
    path: '/staff',
    may: 'read',
    summary: 'People and service accounts, including disabled ones.',
    run: async ({ database: { queries } }) => ({ staff: await listStaff(queries) }),
  }),
  defineOperation({
    id: 'invitePerson',
    method: 'post',
    path: '/staff',
    may: 'manage',
    summary:
      'Creates an account for a person, who sets a password with the returned link, once, within 24 hours.',
    body: exactObject({ name: STAFF_NAME, role: ROLE }),
    async run({ database, act, body, publicOrigin }) {
      const { name, role } = body;
      const secret = await invitePerson(database, { name, role, ...act });
      return { ...(await readStaff(database.queries, name)), ...describeLink(secret, publicOrigin) };
    },
  }),
  defineOperation({
    id: 'addService',
    method: 'post',
    path: '/staff/services',
    may: 'manage',
    summary:
      'Creates an account for a machine; its token is returned once. Without `days` it is valid until it is renewed.',
    body: exactObject({ name: STAFF_NAME, role: ROLE, days: v.exactOptional(DAYS) }),
    async run({ database, act, body }) {
      const { days, ...account } = body;
      const until = days === undefined ? null : act.at + days * DAY_MS;
      const token = await addService(database, { ...account, until, ...act });
      return { ...(await readStaff(database.queries, account.name)), token };
    },
  }),
  defineOperation({
    id: 'changeRole',
    method: 'post',
    path: '/staff/{name}/role',
    may: 'manage',
    summary: 'Changes the role of an account. 409 for the last admin.',
    params: { name: STAFF_NAME },
    body: exactObject({ role: ROLE }),
    run: ({ database, act, params: { name }, body }) => changeRole(database, { name, ...body, ...act }),
  }),
  defineOperation({
    id: 'disableStaff',
    method: 'post',
    path: '/staff/{name}/disable',
    may: 'manage',
    summary: 'Disables an account and ends its sessions and tokens immediately. 409 for the last admin.',
    params: { name: STAFF_NAME },
    run: ({ database, act, params: { name } }) => disableStaff(database, { name, ...act }),
  }),
  defineOperation({
    id: 'withdrawInvitation',
    method: 'post',
    path: '/staff/{name}/withdraw',
    may: 'manage',
    summary: 'Takes an invitation back that nobody has used. 409 for every other account.',
    params: { name: STAFF_NAME },
    run: ({ database, act, params: { name } }) => withdrawInvitation(database, { name, ...act }),
  }),
  defineOperation({
    id: 'enableStaff',
    method: 'post',
    path: '/staff/{name}/enable',
    may: 'manage',
    summary: 'Enables a disabled account.',
    params: { name: STAFF_NAME },
    run: ({ database, act, params: { name } }) => enableStaff(database, { name, ...act }),
  }),
  defineOperation({
    id: 'renewAccess',
    method: 'post',
    path: '/staff/{name}/renew',
    may: 'manage',
    summary:
      'A link with which a person sets a new password, or a new token for a machine instead of its old ones.',
    params: { name: STAFF_NAME },
    async run({ database, act, params: { name }, publicOrigin }) {
      const secret = await renewAccess(database, { name, ...act });
      const { kind } = await readStaff(database.queries, name);
      return kind === 'person' ? describeLink(secret, publicOrigin) : { token: secret };
    },
  }),
  defineOperation({
    id: 'listTokens',
    method: 'get',
    path: '/tokens',
    may: 'own',
    summary: "The caller's tokens, without their secrets.",
    run: async ({ database: { queries }, account: { name } }) => ({
      tokens: await listTokens(queries, name),
    }),
  }),
  defineOperation({
    id: 'makeToken',
    method: 'post',
    path: '/tokens',
    may: 'own',
    summary: "A token for the command line with the caller's rights; it is returned once.",
    body: exactObject({ label: LABEL, days: DAYS }),
    async run({ database, act, body }) {
      const { label, days } = body;
      return { token: await makeToken(database, { label, until: act.at + days * DAY_MS, ...act }) };
    },
  }),
  defineOperation({
    id: 'removeToken',
    method: 'delete',
    path: '/tokens/{token}',
    may: 'own',
    summary: 'Removes a token of the caller.',
    params: { token: NAME },
    async run({ database, act, account, params: { token } }) {
      await removeToken(database, { id: token, ...act });
      return { tokens: await listTokens(database.queries, account.name) };
    },
  }),
];
