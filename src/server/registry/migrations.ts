import { type Kysely, type Migration, sql } from 'kysely';
import { commentMigration } from '../drafting/comment-tables.ts';
import { draftLinkMigration } from '../drafting/draft-link-tables.ts';
import { mentionMigration } from '../drafting/mention-tables.ts';
import { screenshotReviewMigration } from '../drafting/screenshot-review-tables.ts';
import { presenceMigration } from '../drafting/presence-tables.ts';
import { mailMigration } from '../mail/mail-tables.ts';
import { staffMigration } from '../staff/staff-tables.ts';
import { webhookMigration } from '../webhooks/webhook-tables.ts';
import { authorMigration } from './authors.ts';
import { calendarMigration } from './calendar-tables.ts';
import { assistantMigration } from '../drafting/assistant-tables.ts';
import { reviewMigration } from './change-request-tables.ts';
import type { Engine } from './database.ts';
import { callMigration, callOwnerMigration, wishMigration } from './claim-store.ts';
import { readerMigration } from './reader-tables.ts';
import { rolloutMigration } from './rollout-tables.ts';
import { servedFilesMigration } from './served-files.ts';
import { visitorMigration } from './visitors.ts';

const legalReasonMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('releases').addColumn('meant', 'text').execute();
  },
};

/** Migrations by name, in this order. Never edit a released migration; add another one. */
export function migrationsOf(engine: Engine): Record<string, Migration> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
  const number = 'bigint';
  return {
    '0001-registry': {
      async up(db: Kysely<unknown>) {
        const { schema } = db;
        await schema
          .createTable('contents')
          .addColumn('hash', 'text', (column) => column.primaryKey())
          .addColumn('bytes', bytes, (column) => column.notNull())
          .execute();
        await schema
          .createTable('turns')
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('turn', number, (column) => column.notNull())
          .execute();
        await sql`insert into turns (name, turn) values ('writer', 0)`.execute(db);
        await schema
          .createTable('drafts')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('title', 'text', (column) => column.notNull())
          .addColumn('base', 'text')
          .addColumn('revision', number, (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .execute();
        await schema
          .createTable('draft_changes')
          .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
          .addColumn('revision', number, (column) => column.notNull())
          .addColumn('path', 'text', (column) => column.notNull())
          .addColumn('content', 'text', (column) => column.references('contents.hash'))
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .addPrimaryKeyConstraint('draft_changes_key', ['draft', 'revision', 'path'])
          .execute();
        await schema
          .createTable('releases')
          .addColumn('hash', 'text', (column) => column.primaryKey())
          .addColumn('manifest', 'text', (column) => column.notNull())
          .addColumn('needs', 'text', (column) => column.notNull())
          .addColumn('draft', 'text', (column) => column.references('drafts.id'))
          .addColumn('parent', 'text')
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('reason', 'text', (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .execute();
        await schema
          .createTable('approvals')
          .addColumn('release', 'text', (column) => column.notNull().references('releases.hash'))
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .addColumn('reason', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('approvals_key', ['release', 'actor'])
          .execute();
        await schema
          .createTable('pointers')
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('release', 'text', (column) => column.notNull().references('releases.hash'))
          .addColumn('revision', number, (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .execute();
        await schema
          .createTable('secrets')
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('hash', 'text', (column) => column.notNull())
          .execute();
        await schema
          .createTable('audit')
          .addColumn('turn', number, (column) => column.primaryKey())
          .addColumn('at', number, (column) => column.notNull())
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('action', 'text', (column) => column.notNull())
          .addColumn('subject', 'text', (column) => column.notNull())
          .addColumn('details', 'text', (column) => column.notNull())
          .addColumn('previous', 'text', (column) => column.notNull())
          .addColumn('hash', 'text', (column) => column.notNull())
          .execute();
      },
    },
    '0002-rollouts': rolloutMigration,
    '0003-calendar': calendarMigration,
    '0004-served-files': servedFilesMigration(bytes),
    '0005-readers': readerMigration,
    '0006-kept-calls': callMigration(bytes),
    '0007-staff': staffMigration,
    '0008-webhooks': webhookMigration,
    '0009-comments': commentMigration,
    '0010-asides': {
      async up({ schema }: Kysely<unknown>) {
        await schema
          .createTable('draft_asides')
          .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
          .addColumn('seen', number, (column) => column.notNull())
          .addColumn('path', 'text', (column) => column.notNull())
          .addColumn('content', 'text', (column) => column.notNull().references('contents.hash'))
          .addColumn('actor', 'text', (column) => column.notNull())
          .addColumn('at', number, (column) => column.notNull())
          .addPrimaryKeyConstraint('draft_asides_key', ['draft', 'actor', 'path', 'content'])
          .execute();
      },
    },
    '0011-presence': presenceMigration,
    '0012-draft-links': draftLinkMigration,
    '0013-visitors': visitorMigration,
    '0014-mentions': mentionMigration,
    '0015-picture-reviews': screenshotReviewMigration,
    '0016-matters-of-law': legalReasonMigration,
    '0018-kept-wishes': wishMigration,
    '0019-call-owners': callOwnerMigration,
    '0020-authors': authorMigration,
    '0021-review': reviewMigration,
    '0022-mail': mailMigration,
    '0023-assistants': assistantMigration,
  };
}
