import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { formatDocument } from '#renderer/grammar/format.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { openProject } from '../project.ts';

const VERSION = 1;

interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** What each kind begins with: as little as is whole. */
const KINDS: { readonly [kind: string]: (name: string) => readonly NewFile[] } = {
  screen: (name) => [
    document(`screens/${name}.screen.json`, {
      $schema: '../schemas/screen.schema.json',
      grammar: GRAMMAR,
      id: name,
      routes: [`/${name}`],
      title: titleOf(name),
      body: [{ type: 'section', body: [{ type: 'text', text: titleOf(name) }] }],
      bar: [{ type: 'button', text: 'Back', on: { tap: [{ do: 'back' }] } }],
    }),
  ],
  part: (name) => [
    document(`screens/parts/${name}.part.json`, {
      $schema: '../../schemas/part.schema.json',
      grammar: GRAMMAR,
      id: name,
      params: { title: { type: 'string', required: true } },
      body: [{ type: 'section', title: '${params.title}', body: [] }],
    }),
  ],
  fixture: (name) => [
    {
      path: `fixtures/states/${name}.json`,
      text: `${JSON.stringify({ $schema: '../../schemas/states.schema.json', states: [] }, null, 2)}\n`,
    },
  ],
};

export const newCommand: Command = {
  name: 'new',
  usage: '<screen|part|fixture> <name> [--dry-run] [--json] [--root <folder>]',
  summary: 'Begins a screen, a part, or the states of a screen',
  examples: ['capiz new screen statement', 'capiz new part summary --dry-run', 'capiz new fixture statement'],
  details: `What it writes passes capiz check as it is. Nothing that is there is written over. The states that every screen has
(skeleton, errors, offline, …) need no file; a fixture adds what only this screen has.

  --dry-run        write nothing, and name the files
  --json           print {"version":1,"files":[paths]}
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 written, 2 could not run.`,
  run(args, terminal) {
    const { values, rest } = readOptions(args, {
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      root: { type: 'string' },
    });
    const [kind = '', name = '', ...more] = rest;
    const write = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (write === undefined || name === '' || more.length > 0)
      throw new UsageError(`say what and its name: capiz new ${Object.keys(KINDS).join('|')} <name>`);
    const { root, files } = openProject(terminal, values.root);
    if (kind === 'fixture' && !files.some(({ path }) => path === `screens/${name}.screen.json`))
      throw new UsageError(`there is no screen "${name}"`);
    const added = write(name);
    for (const { path } of added) {
      if (existsSync(join(root, path))) throw new UsageError(`${path} is there already`);
    }
    const before = inspectProject(files).problems;
    const known = new Set(before.map(({ code, file }) => `${code} ${file}`));
    const fault = inspectProject([...files, ...added]).problems.find(
      ({ code, file, severity }) => severity === 'error' && !known.has(`${code} ${file}`),
    );
    if (fault !== undefined) throw new UsageError(`"${name}" cannot be its name: ${fault.message}`);
    if (values['dry-run'] !== true) {
      for (const { path, text } of added) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    }
    const paths = added.map(({ path }) => path);
    if (values.json === true)
      terminal.out(`${JSON.stringify({ version: VERSION, files: paths }, null, 2)}\n`);
    else for (const path of paths) terminal.out(`${path}\n`);
    terminal.err(
      values['dry-run'] === true
        ? 'nothing was written\n'
        : 'next: capiz check, then npm run dev to see it; git clean takes it away again\n',
    );
    return 0;
  },
};

function document(path: string, value: object): NewFile {
  return { path, text: formatDocument({ path, text: JSON.stringify(value) }) };
}

/** `repay-code` is "Repay code". */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
