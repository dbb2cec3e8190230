import { type Kysely, type Migration, sql } from 'kysely';
import type { Queries } from './database.ts';
import { findLive, type FileChanges, listChanges, type ReleaseManifest } from './manifests.ts';

/** Who brought what: by content, in whatever draft or release it comes. */
export interface AuthorTables {
  authors: {
    /** Hash of a document or a picture; of one that is taken away its path behind a `-`. */
    subject: string;
    actor: string;
  };
}

/** SQLite takes so many values in one statement at least. */
const AT_ONCE = 200;

/** @param content - Null: the path is taken away. */
export function subjectOf(path: string, content: string | null): string {
  return content ?? `-${path}`;
}

/** Somebody wrote it, imported it or sent it; whoever did so before stays its author too. */
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

/** Everybody who ever brought one of these. */
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

/** What a change brings: each document and picture that differs, as it is afterwards. */
export function subjectsIn(changes: FileChanges): string[] {
  return Object.entries(changes).map(([path, [, after]]) => subjectOf(path, after));
}

/**
 * Whoever brought anything in which a release differs from what is live, and the people who hold the tokens of those
 * among them that are machines: who made a service account, or was given a new token of it, by a machine too.
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
 * From here on it is noted who brings what. Of before it is known who saved what in drafts and who made a release first;
 * who made the same one again is not, so that those releases are made again before somebody approves them.
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
      // What was live when it was made is nobody's; the first release had nothing before it, and is live or was.
      if (before === undefined) continue;
      for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (before[path] === after[path]) continue;
        await sql`insert into authors (subject, actor)
          values (${subjectOf(path, after[path] ?? null)}, ${actor}) on conflict do nothing`.execute(db);
      }
    }
  },
};
