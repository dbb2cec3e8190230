import type { Kysely, Migration } from 'kysely';

/** Who is told of what, and what they are still to be told. */
export interface WebhookTables {
  webhooks: {
    id: string;
    address: string;
    /** Names of events, JSON. */
    events: string;
    /** Base64; what is sent is signed with it, so it is kept as it is. */
    secret: string;
    actor: string;
    at: number;
  };
  /** Written with the change that it tells of: what did not happen is never told. */
  webhook_messages: {
    id: string;
    webhook: string;
    event: string;
    /** JSON, byte for byte as it is sent. */
    body: string;
    at: number;
    tries: number;
    /** When it is tried next. */
    due: number;
    state: 'waiting' | 'sent' | 'given-up';
    /** What the last try came to; null before it. */
    outcome: string | null;
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
