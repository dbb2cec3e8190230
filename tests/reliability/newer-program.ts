import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Name of the migration that only the newer version has. */
export const LATER_MIGRATION = '9001-later';

/** Adds a table, and a column to a table of today. */
const MIGRATION = `{ async up({ schema }) {
  await schema.createTable('later').addColumn('id', 'text').execute();
  await schema.alterTable('drafts').addColumn('later', 'text').execute();
} }`;

/**
 * Makes the next version of a bundled server: a copy with one more migration.
 *
 * @param program - What `buildMain` has made.
 * @returns the path of the copy.
 */
export function makeNewer(program: string): string {
  const folder = join(dirname(dirname(program)), 'newer');
  cpSync(dirname(program), folder, { recursive: true });
  const changed = readdirSync(folder).filter((name) => addMigration(join(folder, name)));
  if (changed.length !== 1) throw new Error(`The migrations are in ${changed.length} files of the bundle.`);
  return join(folder, basename(program));
}

function addMigration(file: string): boolean {
  if (!file.endsWith('.js')) return false;
  const before = readFileSync(file, 'utf8');
  // Kysely sorts migrations by name.
  const after = before.replace(
    /function migrationsOf\(engine\) \{[^]*?\n\treturn \{/,
    (found) => `${found}\n\t\t"${LATER_MIGRATION}": ${MIGRATION},`,
  );
  writeFileSync(file, after);
  return after !== before;
}
