import { type Kysely, type Migration, sql } from 'kysely';
import type { Role } from '#src/review/roles.ts';

/** Accounts of staff, and their credentials. Only hashes of secrets are stored. */
export interface StaffTables {
  staff: {
    /** Used in the audit; never reused, even after the account is disabled. */
    name: string;
    kind: 'person' | 'service';
    role: Role;
    /** `invited`: has set no password and has never used single sign-on. */
    state: 'invited' | 'active' | 'disabled';
    /** Hash of the password, with its parameters. */
    password: string | null;
    /** Issuer and subject, after the first single sign-on. */
    subject: string | null;
    /** The account that created this one; null if the installation created it. */
    made_by: string | null;
    at: number;
  };
  staff_sessions: {
    hash: string;
    staff: string;
    at: number;
    /** Time of last use, to the minute. */
    seen: number;
  };
  /** Tokens of the command line and of machines. */
  staff_tokens: {
    id: string;
    hash: string;
    staff: string;
    label: string;
    at: number;
    /** Null: until it is removed. */
    until: number | null;
  };
  /** One-time links, with which a person sets a new password. */
  staff_links: { hash: string; staff: string; until: number };
  /** Sign-in attempts of the last minute: by name and by network address. */
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
    // The single token of an installation becomes that of a service account, and stays valid.
    await sql`insert into staff (name, kind, role, state, at)
      select 'command-line', 'service', 'admin', 'active', 0 from secrets where name = 'staff-token'`.execute(
      db,
    );
    await sql`insert into staff_tokens (id, hash, staff, label, at)
      select 'first', hash, 'command-line', 'staff-token', 0 from secrets where name = 'staff-token'`.execute(
      db,
    );
    await sql`delete from secrets where name = 'staff-token'`.execute(db);
    // From here on the hash of the last audit record is stored separately.
    await sql`insert into secrets (name, hash)
      select 'audit-head', hash from audit order by turn desc limit 1`.execute(db);
  },
};
