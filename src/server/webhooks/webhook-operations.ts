import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { record as recordAct } from '../registry/audit.ts';
import { notFound, RegistryRefusal } from '../registry/failures.ts';
import { defineOperation, type Operation } from '../registry/operation.ts';
import { exactObject, NAME, uniqueList } from '#src/shared/operation-schemas.ts';
import { readColumn } from '../registry/column.ts';
import { addMessage, EVENT_LIST, EVENTS, sendMessage, TEST_EVENT } from './outbox.ts';
import { findAddressFault } from './outside.ts';

const ID_LENGTH = 8;
const SECRET_BYTES = 32;
const MOST_LISTED = 50;

/** The API of webhooks. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    may: 'manage',
    summary: 'Webhooks with their events, and the results of the last messages.',
    async run({ database: { queries } }) {
      const rows = await queries
        .selectFrom('webhooks')
        .select(['id', 'address', 'events', 'actor', 'at'])
        .orderBy('at')
        .execute();
      const messages = await queries
        .selectFrom('webhook_messages')
        .select(['id', 'webhook', 'event', 'at', 'tries', 'state', 'outcome'])
        .orderBy('at', 'desc')
        .limit(MOST_LISTED)
        .execute();
      return {
        webhooks: rows.map(({ events, ...row }) => ({
          ...row,
          events: readColumn('webhooks.events', events, EVENT_LIST),
        })),
        messages,
      };
    },
  }),
  defineOperation({
    id: 'addWebhook',
    method: 'post',
    path: '/webhooks',
    may: 'manage',
    summary: 'Adds a webhook, signed by Standard Webhooks; the secret is returned once.',
    body: exactObject({
      address: v.pipe(v.string(), v.maxLength(500)),
      events: uniqueList(v.picklist(EVENTS), EVENTS.length),
    }),
    run({ database, act, newId, body, inside }) {
      const { address, events } = body;
      const fault = URL.canParse(address)
        ? findAddressFault(new URL(address), inside)
        : 'This is not an address.';
      if (fault !== undefined) throw new RegistryRefusal('invalid', fault);
      const id = newId().slice(0, ID_LENGTH);
      const secret = randomBytes(SECRET_BYTES).toString('base64');
      return database.write(async (queries, turn) => {
        await queries
          .insertInto('webhooks')
          .values({ id, address, events: JSON.stringify(events), secret, ...act })
          .execute();
        const host = new URL(address).host;
        await recordAct(queries, {
          ...act,
          turn,
          action: 'webhook.add',
          subject: id,
          details: { host, events },
        });
        return { id, address, events, secret: `whsec_${secret}` };
      });
    },
  }),
  defineOperation({
    id: 'removeWebhook',
    method: 'delete',
    path: '/webhooks/{webhook}',
    may: 'manage',
    summary: 'Removes a webhook, with its waiting messages.',
    params: { webhook: NAME },
    run: ({ database, act, params: { webhook } }) =>
      database.write(async (queries, turn) => {
        const { numDeletedRows } = await queries
          .deleteFrom('webhooks')
          .where('id', '=', webhook)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound('webhook', webhook);
        await queries.deleteFrom('webhook_messages').where('webhook', '=', webhook).execute();
        await recordAct(queries, { ...act, turn, action: 'webhook.remove', subject: webhook, details: {} });
        return { id: webhook };
      }),
  }),
  defineOperation({
    id: 'testWebhook',
    method: 'post',
    path: '/webhooks/{webhook}/test',
    may: 'manage',
    summary: 'Sends a `webhook.test` message once, now, and returns the result.',
    params: { webhook: NAME },
    async run({ database, act, inside, params: { webhook } }) {
      const { id, ...message } = await database.write(async (queries, turn) => {
        const hook = await queries
          .selectFrom('webhooks')
          .select(['address', 'secret'])
          .where('id', '=', webhook)
          .executeTakeFirst();
        if (hook === undefined) throw notFound('webhook', webhook);
        await recordAct(queries, { ...act, turn, action: 'webhook.test', subject: webhook, details: {} });
        const data = { turn, actor: act.actor, subject: webhook };
        const told = await addMessage(queries, { webhook, event: TEST_EVENT, at: act.at, data }, true);
        return { ...told, ...hook };
      });
      const { isAccepted, words } = await sendMessage(
        database.queries,
        { id, ...message },
        { inside, now: () => act.at },
      );
      return { message: id, isAccepted, outcome: words };
    },
  }),
];
