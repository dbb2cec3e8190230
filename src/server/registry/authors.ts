import { type Kysely, type Migration, sql } from 'kysely';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { letOthersRun } from '../let-others-run.ts';
import { readColumn } from './column.ts';
import { hashOf } from './contents.ts';
import type { Queries } from './database.ts';
import { type FileChanges, MANIFEST } from './manifests.ts';

/** Authors by content, in any draft or release that has the content. */
export interface AuthorTables {
  authors: {
    /**
     * Hash of a document or an image; for a deleted one `-` and its path. For a value in a document, `+` (added)
     * or `-` (removed), and the hash of its path in the project, its path in the document, and the value.
     */
    subject: string;
    actor: string;
  };
}

/** SQLite accepts this number of values in one statement. */
const AT_ONCE = 200;

/** @param content - null if the path is deleted. */
export function subjectOf(path: string, content: string | null): string {
  return content ?? `-${path}`;
}

/** Adds the accounts that wrote, imported or sent the content. Earlier authors stay. */
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

/** The subjects of a change: each changed document or image, as it is after the change. */
export function subjectsIn(changes: FileChanges): string[] {
  return Object.entries(changes).map(([path, [, after]]) => subjectOf(path, after));
}

type TextOf = (path: string) => string | undefined;

/**
 * The subjects of values that a change adds to documents or removes without a replacement. So the author of a
 * value stays its author after another person formats the document or combines the value with other changes.
 */
export async function valuesIn(paths: Iterable<string>, before: TextOf, after: TextOf): Promise<string[]> {
  const subjects: string[] = [];
  for (const path of paths) {
    if (isAsset(path)) continue;
    await letOthersRun();
    const [old, young] = [listValues(before(path)), listValues(after(path))];
    const places = new Set(young.values());
    const subject = (value: string) => hashOf(`${path} ${value}`);
    for (const value of young.keys()) if (!old.has(value)) subjects.push(`+${subject(value)}`);
    for (const [value, place] of old) if (!places.has(place)) subjects.push(`-${subject(value)}`);
  }
  return subjects;
}

/**
 * Every value of a document with its path, as JSON, mapped to the path alone. Paths have no array indexes, because
 * an item may move.
 */
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
  // A document of a draft may be incomplete JSON.
  const { document } = parseDocument(text, '');
  if (document !== undefined) visit(document.value, []);
  return values;
}

/**
 * Forgets the authors of values that went live. These values are approved now; a person who adds one of them again
 * later becomes its author. Authors of whole contents stay.
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
 * Returns these accounts and, for service accounts, also the people who created the account or renewed its token,
 * even through another service account.
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
 * Creates the table of authors. For older content the database knows who saved it in drafts and who first made a
 * release, but not who made the same release again. So older releases must be made again before they can be
 * approved.
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
      // Content of the parent release gets no author. A release without a parent was the first one, and was live.
      if (before === undefined) continue;
      for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (before[path] === after[path]) continue;
        await sql`insert into authors (subject, actor)
          values (${subjectOf(path, after[path] ?? null)}, ${actor}) on conflict do nothing`.execute(db);
      }
    }
  },
};
