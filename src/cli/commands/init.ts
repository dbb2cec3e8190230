import { basename, resolve } from 'node:path';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { DRAWING_PACKAGES, installedVersion } from '../installed.ts';
import { refuseWhatIsThere, writeNewFiles } from '../new/files.ts';
import { beginProject } from '../new/first-project.ts';
import { printResult } from '../print-result.ts';

/** npm packages that a project needs. */
const PACKAGES = ['capiz', 'react', 'react-dom', ...DRAWING_PACKAGES];

export const initCommand = defineCommand({
  name: 'init',
  usage: '[folder] [--name <words>] [--language <tag>] [--dry-run] [--json]',
  summary:
    'Begins a project: its app, one screen with a state and its snapshots, a config, a pipeline that checks it',
  examples: [
    'npx capiz init',
    'npx capiz init shop --name "Corner shop" --language en',
    'npx capiz init --dry-run --json',
  ],
  details: `For a project of your own that uses Capiz as a package. It asks nothing and writes nothing over: where one of its files is
there, nothing is written. Documents name their schemas in node_modules/capiz, so that an editor completes them. What it
writes passes npx capiz check and npx capiz test, in a pipeline too: the snapshots that it compares with are among its files.`,
  options: {
    '--name <words>': 'what the app is called; default: after the folder',
    '--language <tag>': 'what the screens are written in, as en or en-PH; default en',
    '--dry-run': 'write nothing, and name the files',
    '--json': 'print {"version":1,"folder":path,"files":[paths],"missing":[packages]}',
  },
  notes: 'Exit: 0 written, 2 could not run.',
  run({ values, rest }, terminal) {
    const [given = '.', ...more] = rest;
    if (more.length > 0) throw new UsageError('one folder, not several');
    const folder = resolve(terminal.folder, given);
    const added = beginProject(values.name ?? titleOf(basename(folder)), values.language ?? 'en');
    refuseWhatIsThere(folder, added);
    const fault = inspectProject(added).problems.find(({ severity }) => severity === 'error');
    if (fault !== undefined) throw new UsageError(`${fault.file}: ${fault.message}`);
    const isDry = values['dry-run'] === true;
    if (!isDry) writeNewFiles(folder, added);
    const files = added.map(({ path }) => path);
    const missing = PACKAGES.filter((name) => installedVersion(folder, name) === undefined);
    printResult(terminal, values, { folder, files, missing }, files.map((path) => `${path}\n`).join(''));
    if (isDry) terminal.err('nothing was written\n');
    if (missing.length > 0) terminal.err(`not installed yet: ${missing.join(', ')}\n`);
    if (!isDry)
      terminal.err('next: npx capiz check, npx capiz test, and commit it all; git clean takes it away\n');
    return 0;
  },
});
