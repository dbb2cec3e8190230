import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDocument } from '#renderer/grammar/format.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

export const fmtCommand = defineCommand({
  name: 'fmt',
  usage: '[--check] [--json] [--root <folder>] [paths]',
  summary: 'Formats definitions: spacing and the order of members',
  examples: ['npx capiz fmt', 'npx capiz fmt --check screens', 'npx capiz fmt screens/order.screen.json'],
  details: `Two spaces, one member per line; the members that name a record come first, then the order of its schema. Comments stay.
Names that authors choose and lists keep their order, so the meaning of a definition does not change.`,
  options: {
    paths: 'only these files or folders; default: all documents of the project',
    '--check': 'change nothing, and list the files that would change',
    '--json': 'print {"version":1,"changed":[paths]}',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 nothing to change, or changed; 1 with --check: a file would change; 2 could not run.',
  run({ values, rest }, terminal) {
    const { root, files, selected } = openProject(terminal, values.root, rest);
    const changed = files
      .filter(({ path }) => selected.has(path))
      .map((file) => ({ ...file, formatted: formatDocument(file) }))
      .filter(({ text, formatted }) => text !== formatted);
    const isCheck = values.check === true;
    if (!isCheck) for (const { path, formatted } of changed) writeFileSync(join(root, path), formatted);
    const paths = changed.map(({ path }) => path);
    printResult(terminal, values, { changed: paths }, paths.map((path) => `${path}\n`).join(''));
    const counted = `${paths.length} ${paths.length === 1 ? 'file' : 'files'}`;
    if (isCheck && paths.length > 0) terminal.err(`${counted} would change: npx capiz fmt\n`);
    else if (paths.length > 0) terminal.err(`changed ${counted}; git restore brings the old text back\n`);
    return isCheck && paths.length > 0 ? 1 : 0;
  },
});
