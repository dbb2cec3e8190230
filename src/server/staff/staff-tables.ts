import { type Kysely, type Migration, sql } from 'kysely';
import type { Role } from '#src/review/roles.ts';

/** Who works with the registry, and how they show that it is they. Of every secret only a hash is kept. */
export interface StaffTables {
  staff: {
    /** Stands in the audit; never another's, also when its account is disabled. */
    name: string;
    kind: 'person' | 'service';
    role: Role;
    /** `invited`: has set no password and has never come by single sign-on. */
    state: 'invited' | 'active' | 'disabled';
    /** As `hashPassword` writes it. */
    password: string | null;
    /** Issuer and subject, once they came by single sign-on. */
    subject: string | null;
    /** Whose account made this one; null for what the installation made. */
    made_by: string | null;
    at: number;
  };
  staff_sessions: {
    hash: string;
    staff: string;
    at: number;
    /** When it was used last, to the minute. */
    seen: number;
  };
  /** Of the command line and of machines. */
  staff_tokens: {
    id: string;
    hash: string;
    staff: string;
    label: string;
    at: number;
    /** Null: until it is removed. */
    until: number | null;
  };
  /** For whoever has none yet, or has lost it: sets a password, once. */
  staff_links: { hash: string; staff: string; until: number };
  /** Tries to sign in, of the last minutes: by name and by network address. */
  staff_tries: { id: string; key: string; at: number };
}

export const staffMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('staff')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('password', 'text')
      .addColumn('subject', 'text', (column) => column.unique())
      .addColumn('made_by', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('staff_sessions')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('staff', 'text', (column) => column.notNull().references('staff.name'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('seen', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('staff_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('staff', 'text', (column) => column.notNull().references('staff.name'))
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint')
      .execute();
    await schema
      .createTable('staff_links')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('staff', 'text', (column) => column.notNull().references('staff.name'))
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('staff_tries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('staff_tries_key').on('staff_tries').columns(['key', 'at']).execute();
    // The one token of an installation becomes that of a service account, and stays the same.
    await sql`insert into staff (name, kind, role, state, at)
      select 'command-line', 'service', 'admin', 'active', 0 from secrets where name = 'staff-token'`.execute(
      db,
    );
    await sql`insert into staff_tokens (id, hash, staff, label, at)
      select 'first', hash, 'command-line', 'staff-token', 0 from secrets where name = 'staff-token'`.execute(
      db,
    );
    await sql`delete from secrets where name = 'staff-token'`.execute(db);
    // From here on the end of the audit is kept beside it.
    await sql`insert into secrets (name, hash)
      select 'audit-head', hash from audit order by turn desc limit 1`.execute(db);
  },
};
