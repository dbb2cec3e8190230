import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Migration, migrateProject } from '#renderer/grammar/migrate/migrate.ts';
import { MIGRATIONS } from '#renderer/grammar/migrate/migrations.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { refuseName } from '../options.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';
import { describeTextDiff } from '../text-diff.ts';

/** @param migrations - The known migrations; default: all that ship with this version. */
export function migrateCommand(migrations: readonly Migration[] = MIGRATIONS): Command {
  return defineCommand({
    name: 'migrate',
    usage: '[--write] [--only <name>] [--list] [--json] [--root <folder>] [paths]',
    summary: 'Updates definitions that were written for an earlier grammar',
    examples: ['npx capiz migrate', 'npx capiz migrate --write', 'npx capiz migrate --list'],
    details: `Shows what each migration would change, as a diff; --write makes the changes. Comments and spacing stay.
Migrations run in a fixed order and are idempotent: a second run changes nothing.`,
    options: {
      paths: 'only these files or folders; default: all documents of the project',
      '--write': 'make the changes',
      '--only <name>...': 'only this migration; can be repeated',
      '--list': 'print the migrations and what each does',
      '--json': `{"version":1,"changed":[{"path","by":[names],"before","after"}],"isWritten"}, or with --list
        {"version":1,"migrations":[{"name","summary","kinds"}]}`,
      ...ROOT_OPTION,
    },
    notes: 'Exit: 0 nothing to change, or changed; 1 something would change; 2 could not run.',
    run({ values, rest }, terminal) {
      const chosen = choose(migrations, values.only);
      if (values.list === true) {
        const listed = chosen.map(({ name, summary, kinds }) => ({ name, summary, kinds }));
        const lines = chosen.map(({ name, summary }) => `${name}   ${summary}\n`);
        printResult(terminal, values, { migrations: listed }, lines.join(''));
        return 0;
      }
      const { root, files, selected } = openProject(terminal, values.root, rest);
      const changed = migrateProject(
        files.filter(({ path }) => selected.has(path)),
        chosen,
      );
      const isWritten = values.write === true && changed.length > 0;
      if (isWritten) for (const { path, after } of changed) writeFileSync(join(root, path), after);
      const colours = makeColours(terminal.hasColour);
      const diffs = changed.map(
        ({ path, before, after, by }) =>
          `${by.join(', ')}\n${describeTextDiff(path, before, after, colours)}`,
      );
      printResult(terminal, values, { changed, isWritten }, diffs.join(''));
      const counted = `${changed.length} ${changed.length === 1 ? 'file' : 'files'}`;
      if (changed.length === 0) terminal.err('nothing to migrate\n');
      else if (isWritten) terminal.err(`changed ${counted}; next: npx capiz check. git restore undoes it\n`);
      else terminal.err(`${counted} would change: npx capiz migrate --write\n`);
      return changed.length > 0 && !isWritten ? 1 : 0;
    },
  });
}

/** @throws UsageError for an unknown name. */
function choose(migrations: readonly Migration[], only: readonly string[] | undefined): readonly Migration[] {
  if (only === undefined) return migrations;
  const names = migrations.map(({ name }) => name);
  for (const name of only)
    if (!names.includes(name)) refuseName(`there is no migration "${name}"`, name, names);
  return migrations.filter(({ name }) => only.includes(name));
}
