import { joinPointer } from '#renderer/grammar/pointer.ts';
import { parseDocument, type ParsedDocument } from '#renderer/grammar/parse.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { openProject } from '../project.ts';

const VERSION = 1;
/** What is printed of a long text, in UTF-16 units. */
const SHOWN = 100;

interface Match {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  /** Whether a member's name was found, or a value. */
  readonly part: 'key' | 'value';
  readonly text: string;
}

export const searchCommand: Command = {
  name: 'search',
  usage: '<words> [--exact] [--json] [--root <folder>] [paths]',
  summary: 'Finds texts, names, endpoints and paths in all definitions',
  examples: [
    'capiz search "Payment Method"',
    'capiz search repayment-commit --exact',
    'capiz search data.order.orderStatus screens',
  ],
  details: `Looks at every name and every value, small and capital letters alike, and says where each stands.

  paths            only in these files or folders; default: all documents of the project
  --exact          only what is these words as a whole
  --json           print {"version":1,"matches":[{"file","line","column","pointer","part","text"}]}
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 found, 1 not found, 2 could not run.`,
  run(args, terminal) {
    const { values, rest } = readOptions(args, {
      exact: { type: 'boolean' },
      json: { type: 'boolean' },
      root: { type: 'string' },
    });
    const [words, ...paths] = rest;
    if (words === undefined || words === '') throw new UsageError('say what to look for');
    const { files, selected } = openProject(terminal, values.root, paths);
    const wanted = words.toLowerCase();
    const fits = (text: string): boolean =>
      values.exact === true ? text.toLowerCase() === wanted : text.toLowerCase().includes(wanted);
    const matches = files
      .filter(({ path }) => selected.has(path))
      .flatMap(({ path, text }) => {
        const { document } = parseDocument(text, path);
        return document === undefined ? [] : [...find(document, document.value, '', fits)];
      });
    if (values.json === true) terminal.out(`${JSON.stringify({ version: VERSION, matches }, null, 2)}\n`);
    else for (const match of matches) terminal.out(describe(match));
    terminal.err(`${matches.length} found\n`);
    return matches.length === 0 ? 1 : 0;
  },
};

function* find(
  document: ParsedDocument,
  value: unknown,
  pointer: string,
  fits: (text: string) => boolean,
): Generator<Match> {
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    if (fits(text)) yield describePlace(document, pointer, 'value', text);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const at = joinPointer(pointer, name);
    if (!Array.isArray(value) && fits(name)) yield describePlace(document, at, 'key', name);
    yield* find(document, member, at, fits);
  }
}

function describePlace(document: ParsedDocument, pointer: string, part: Match['part'], text: string): Match {
  const { file, line, column } = document.place(pointer, part);
  return { file, line, column, pointer, part, text };
}

function describe({ file, line, column, pointer, text }: Match): string {
  const shown = text.replaceAll(/\s+/g, ' ');
  return `${file}:${line}:${column}  ${pointer}  ${shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown}\n`;
}
