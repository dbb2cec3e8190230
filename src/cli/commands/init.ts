import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { DRAWING_PACKAGES, installedVersion } from '../installed.ts';
import { refuseWhatIsThere, writeNewFiles } from '../new/files.ts';
import { beginProject } from '../new/first-project.ts';
import { printResult } from '../print-result.ts';

/** npm packages that a project needs. */
const PACKAGES = ['@capiz/renderer', 'capiz', 'react', 'react-dom', ...DRAWING_PACKAGES];

export const initCommand = defineCommand({
  name: 'init',
  usage: '[folder] [--name <words>] [--language <tag>] [--dry-run] [--json]',
  summary:
    'Creates a project: its app, one screen with a state and snapshots, a config, a CI pipeline, pages for assistants',
  examples: [
    'npx capiz init',
    'npx capiz init shop --name "Corner shop" --language en',
    'npx capiz init --dry-run --json',
  ],
  details: `For your own project, which uses Capiz as a package. It asks no questions and overwrites nothing: if one of its files
exists, nothing is written; only .gitignore, AGENTS.md and llms.txt stay as they are. Documents name their schemas in node_modules/capiz, so that an editor completes them. The new
project passes npx capiz check and npx capiz test, also in a pipeline, because it contains the snapshots.`,
  options: {
    '--name <words>': 'name of the app; default: the name of the folder',
    '--language <tag>': 'language of the screens, such as en or en-PH; default: en',
    '--dry-run': 'write nothing, and list the files',
    '--json': 'print {"version":1,"folder":path,"files":[paths],"missing":[packages]}',
  },
  notes: 'Exit: 0 written, 2 could not run.',
  run({ values, rest }, terminal) {
    const [given = '.', ...more] = rest;
    if (more.length > 0) throw new UsageError('one folder, not several');
    const folder = resolve(terminal.folder, given);
    const all = beginProject(values.name ?? titleOf(basename(folder)), values.language ?? 'en');
    const left = all.filter(({ path, yields }) => yields === true && existsSync(join(folder, path)));
    const added = all.filter((file) => !left.includes(file));
    refuseWhatIsThere(folder, added);
    const fault = inspectProject(added).problems.find(({ severity }) => severity === 'error');
    if (fault !== undefined) throw new UsageError(`${fault.file}: ${fault.message}`);
    const isDry = values['dry-run'] === true;
    if (!isDry) writeNewFiles(folder, added);
    const files = added.map(({ path }) => path);
    const missing = PACKAGES.filter((name) => installedVersion(folder, name) === undefined);
    printResult(terminal, values, { folder, files, missing }, files.map((path) => `${path}\n`).join(''));
    if (isDry) terminal.err('nothing was written\n');
    if (left.length > 0) terminal.err(`there already: ${left.map(({ path }) => path).join(', ')}\n`);
    if (missing.length > 0) terminal.err(`not installed yet: ${missing.join(', ')}\n`);
    if (!isDry)
      terminal.err('next: npx capiz check, npx capiz test, and commit it all; git clean removes it\n');
    return 0;
  },
});
