import { type Match, searchDocument } from '#renderer/grammar/search.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';

/** Maximum length of a printed text, in UTF-16 units. */
const SHOWN = 100;

export const searchCommand = defineCommand({
  name: 'search',
  usage: '<words> [--exact] [--json] [--root <folder>] [paths]',
  summary: 'Finds texts, names, endpoints and paths in all definitions',
  examples: [
    'npx capiz search "Payment Method"',
    'npx capiz search repayment-commit --exact',
    'npx capiz search data.order.orderStatus screens',
  ],
  details:
    'Searches all names and values, ignores upper and lower case, and prints the location of each match.',
  options: {
    paths: 'only in these files or folders; default: all documents of the project',
    '--exact': 'only names and values that equal these words',
    '--json': 'print {"version":1,"matches":[{"file","line","column","pointer","part","text"}]}',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 found, 1 not found, 2 could not run.',
  run({ values, rest }, terminal) {
    const [words, ...paths] = rest;
    if (words === undefined || words === '') throw new UsageError('name the text to search for');
    const { files, selected } = openProject(terminal, values.root, paths);
    const matches = files
      .filter(({ path }) => selected.has(path))
      .flatMap((file) => searchDocument(file, words, { isExact: values.exact === true }));
    printResult(terminal, values, { matches }, matches.map(describe).join(''));
    terminal.err(`${matches.length} found\n`);
    return matches.length === 0 ? 1 : 0;
  },
});

function describe({ file, line, column, pointer, text }: Match): string {
  const shown = text.replaceAll(/\s+/g, ' ');
  return `${file}:${line}:${column}  ${pointer}  ${shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown}\n`;
}
