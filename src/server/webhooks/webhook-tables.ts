import type { Kysely, Migration } from 'kysely';
import type { MessageColumns } from '../message-columns.ts';

/** Webhooks, and their messages. */
export interface WebhookTables {
  webhooks: {
    id: string;
    address: string;
    /** JSON of the names of events. */
    events: string;
    /** Base64; stored as it is, because messages are signed with it. */
    secret: string;
    actor: string;
    at: number;
  };
  /** Written in the transaction of the change: no message is sent about a change that was rolled back. */
  webhook_messages: MessageColumns & {
    webhook: string;
    event: string;
    /** JSON, byte for byte as it is sent. */
    body: string;
  };
}

export const webhookMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('webhook_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'bigint', (column) => column.notNull())
      .addColumn('due', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .execute();
    await schema
      .createIndex('webhook_messages_due')
      .on('webhook_messages')
      .columns(['state', 'due'])
      .execute();
  },
};
