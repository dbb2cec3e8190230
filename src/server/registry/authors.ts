import { type Kysely, type Migration, sql } from 'kysely';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { isPicture } from '#src/shared/project-paths.ts';
import { letOthersRun } from '../let-others-run.ts';
import { readColumn } from './column.ts';
import { hashOf } from './contents.ts';
import type { Queries } from './database.ts';
import { type FileChanges, MANIFEST } from './manifests.ts';

/** Authors by content, in whichever draft or release the content comes. */
export interface AuthorTables {
  authors: {
    /**
     * Hash of a document or a picture; for a deleted one `-` and its path. Of a value in a document `+` or, where it is
     * taken away, `-`, and the hash of its path, place and value.
     */
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

type TextOf = (path: string) => string | undefined;

/**
 * The subjects of the values that a change adds to documents, and of those that it takes away without another value in
 * their place. So an author of a value stays one where somebody else formats the document, or puts the value together
 * with other changes.
 */
export async function valuesIn(paths: Iterable<string>, before: TextOf, after: TextOf): Promise<string[]> {
  const subjects: string[] = [];
  for (const path of paths) {
    if (isPicture(path)) continue;
    await letOthersRun();
    const [old, young] = [listValues(before(path)), listValues(after(path))];
    const places = new Set(young.values());
    const subject = (value: string) => hashOf(`${path} ${value}`);
    for (const value of young.keys()) if (!old.has(value)) subjects.push(`+${subject(value)}`);
    for (const [value, place] of old) if (!places.has(place)) subjects.push(`-${subject(value)}`);
  }
  return subjects;
}

/** Every value of a document, with its place, and its place alone. Items have no numbers: an item may move. */
function listValues(text = ''): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const visit = (value: unknown, place: readonly string[]): void => {
    const members = Array.isArray(value)
      ? value.map((item: unknown) => ['', item] as const)
      : isJson(value)
        ? Object.entries(value)
        : [];
    if (members.length === 0) values.set(JSON.stringify([place, value]), JSON.stringify(place));
    for (const [name, member] of members) visit(member, [...place, name]);
  };
  // A draft may have a document that is being typed.
  const { document } = parseDocument(text, '');
  if (document !== undefined) visit(document.value, []);
  return values;
}

/**
 * Forgets who brought values that are live now: they were approved, and who brings one of them back later is its
 * author then. Authors of whole contents stay.
 */
export async function forgetValues(queries: Queries, subjects: readonly string[]): Promise<void> {
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    await queries
      .deleteFrom('authors')
      .where('subject', 'in', subjects.slice(at, at + AT_ONCE))
      .execute();
  }
}

/**
 * These accounts. For service accounts, also the people who created the account or got a new token of it, even if
 * another service account did that.
 */
export async function withHolders(
  queries: Queries,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const all = new Set(accounts);
  let last = [...all];
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
    last = [...holders].filter((name) => !all.has(name));
    for (const name of last) all.add(name);
  }
  return all;
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
      rows.map(({ hash, manifest }) => [hash, readColumn('releases.manifest', manifest, MANIFEST).files]),
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
