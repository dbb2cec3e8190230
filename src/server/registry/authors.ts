import { type Kysely, type Migration, sql } from 'kysely';
import type { Queries } from './database.ts';
import { findLive, type FileChanges, listChanges, type ReleaseManifest } from './manifests.ts';

/** Authors by content, in whichever draft or release the content comes. */
export interface AuthorTables {
  authors: {
    /** Hash of a document or a picture; for a deleted one `-` and its path. */
    subject: string;
    actor: string;
  };
}

/** A number of values that SQLite accepts in one statement. */
const AT_ONCE = 200;

/** @param content - null if the path is deleted. */
export function subjectOf(path: string, content: string | null): string {
  return content ?? `-${path}`;
}

/** Adds authors who wrote, imported or sent the content. Earlier authors stay. */
export async function noteAuthors(
  queries: Queries,
  subjects: Iterable<string>,
  actors: readonly string[],
): Promise<void> {
  const rows = [...new Set(subjects)].flatMap((subject) => actors.map((actor) => ({ subject, actor })));
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await queries
      .insertInto('authors')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.columns(['subject', 'actor']).doNothing())
      .execute();
  }
}

/** All authors of any of these contents. */
export async function listAuthors(queries: Queries, subjects: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const rows = await queries
      .selectFrom('authors')
      .select('actor')
      .distinct()
      .where('subject', 'in', subjects.slice(at, at + AT_ONCE))
      .execute();
    for (const { actor } of rows) found.add(actor);
  }
  return [...found];
}

/** The subjects of a change: each document and picture that differs, as it is after the change. */
export function subjectsIn(changes: FileChanges): string[] {
  return Object.entries(changes).map(([path, [, after]]) => subjectOf(path, after));
}

/**
 * The authors of all differences between a release and the live one. For authors that are service accounts, also the
 * people who created the account or got a new token of it, even if another service account did that.
 */
export async function listAuthorsOf(queries: Queries, release: string): Promise<ReadonlySet<string>> {
  const live = (await findLive(queries))?.release;
  const changes = await listChanges(queries, live, release);
  const authors = new Set(await listAuthors(queries, subjectsIn(changes)));
  let last = [...authors];
  while (last.length > 0) {
    const machines = await queries
      .selectFrom('staff')
      .select(['name', 'made_by'])
      .where('kind', '=', 'service')
      .where('name', 'in', last)
      .execute();
    const names = machines.map(({ name }) => name);
    const holders = new Set(machines.flatMap(({ made_by }) => made_by ?? []));
    if (names.length > 0) {
      const given = await queries
        .selectFrom('audit')
        .select('actor')
        .distinct()
        .where('action', 'in', ['staff.add-service', 'staff.renew'])
        .where('subject', 'in', names)
        .execute();
      for (const { actor } of given) holders.add(actor);
    }
    last = [...holders].filter((name) => !authors.has(name));
    for (const name of last) authors.add(name);
  }
  return authors;
}

interface OldRelease {
  readonly hash: string;
  readonly manifest: string;
  readonly parent: string | null;
  readonly actor: string;
}

/**
 * From this migration on authors are stored. For older content the database knows who saved it in drafts and who
 * first made a release, but not who made the same release again. So older releases have to be made again before they
 * can be approved.
 */
export const authorMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('authors')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('authors_key', ['subject', 'actor'])
      .execute();
    await schema.alterTable('releases').addColumn('authored', 'bigint').execute();
    await sql`insert into authors (subject, actor)
      select distinct coalesce(content, '-' || path), actor from draft_changes`.execute(db);
    const { rows } = await sql<OldRelease>`select hash, manifest, parent, actor from releases`.execute(db);
    const files = new Map(
      rows.map(({ hash, manifest }) => [hash, (JSON.parse(manifest) as ReleaseManifest).files]),
    );
    for (const { hash, parent, actor } of rows) {
      const after = files.get(hash) ?? {};
      const before = parent === null ? undefined : files.get(parent);
      // Content of the parent release gets no author. The first release has no parent, and was live.
      if (before === undefined) continue;
      for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (before[path] === after[path]) continue;
        await sql`insert into authors (subject, actor)
          values (${subjectOf(path, after[path] ?? null)}, ${actor}) on conflict do nothing`.execute(db);
      }
    }
  },
};
