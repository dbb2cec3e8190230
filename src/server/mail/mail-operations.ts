import * as v from 'valibot';
import { exactObject } from '#src/shared/operation-schemas.ts';
import { record } from '../registry/audit.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { defineOperation, type Operation } from '../registry/operation.ts';

const MOST_LISTED = 50;

const EMAIL = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9.-]{1,63}$/,
    'is not in the expected form: an e-mail address in ASCII.',
  ),
);

/** The API of e-mail to staff. */
export const MAIL_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listMail',
    method: 'get',
    path: '/mail',
    may: 'manage',
    summary: 'Whether this server sends e-mail to staff, and the results of the last messages.',
    run: async ({ database: { queries }, send }) => ({
      isOn: send !== undefined,
      messages: await queries
        .selectFrom('mail_messages')
        .select(['id', 'staff', 'subject', 'at', 'tries', 'state', 'outcome'])
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(MOST_LISTED)
        .execute(),
    }),
  }),
  defineOperation({
    id: 'testMail',
    method: 'post',
    path: '/mail/test',
    may: 'manage',
    mostAMinute: 5,
    summary: 'Sends a test e-mail once, now, and returns the result. 409 if this server sends no e-mail.',
    body: exactObject({ to: EMAIL }),
    async run({ database, act, newId, send, body: { to } }) {
      if (send === undefined) {
        throw new RegistryRefusal('conflict', 'This server sends no e-mail: CAPIZ_SMTP_URL is not set.');
      }
      await database.write((queries, turn) =>
        record(queries, { ...act, turn, action: 'mail.test', subject: to, details: {} }),
      );
      const { isAccepted, words } = await send({
        ...{ id: newId(), to, at: act.at, subject: 'Test of e-mail from Capiz' },
        body: `${act.actor} sent this message to test the settings of e-mail.\n`,
      });
      return { isAccepted, outcome: words };
    },
  }),
];
