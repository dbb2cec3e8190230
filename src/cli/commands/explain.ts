import { explainPlace } from '#renderer/grammar/explain.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { allCodes } from '../all-codes.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { rootOf, readProject, selectFiles } from '../project.ts';

/** Number of the `--json` form. */
const VERSION = 1;

export const explainCommand: Command = {
  name: 'explain',
  usage: '[code | file:line:column] [--json] [--root <folder>]',
  summary: 'Says what a problem means, or what stands at a place',
  examples: [
    'capiz explain',
    'capiz explain overlay/no-exit',
    'capiz explain screens/order.screen.json:14:20',
  ],
  details: `With a code: why it is a problem, a bad and a good example. Without one it lists all of them.
With a place of a definition: the type of the smallest expression, or of the value, that stands there, when it is seen,
and where else the same path is read.

  --json           {"version":1,"codes":{…}}, {"version":1,"code","severity","title","why","bad","good"}, or
                   {"version":1,"source","type","seenWhen":[…],"readAt":[{"file","line","column",…}]}
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 explained, 2 no such code, or nothing there that has a type.`,
  run(args, terminal) {
    const { values, rest } = readOptions(args, { json: { type: 'boolean' }, root: { type: 'string' } });
    const isJson = values.json === true;
    const writeJson = (report: object): void =>
      terminal.out(`${JSON.stringify({ version: VERSION, ...report }, null, 2)}\n`);
    const [code, ...more] = rest;
    if (code === undefined && isJson) {
      writeJson({ codes: allCodes });
      return 0;
    }
    if (code === undefined) {
      for (const [name, entry] of Object.entries(allCodes))
        terminal.out(`${name.padEnd(30)} ${entry.title}\n`);
      return 0;
    }
    if (more.length > 0) throw new UsageError('one code at a time');
    const place = /^(.+):(\d+):(\d+)$/.exec(code);
    if (place !== null) return explainAt(place, values.root, terminal, isJson ? writeJson : undefined);
    const entry = Object.hasOwn(allCodes, code) ? allCodes[code] : undefined;
    if (entry === undefined) {
      const nearest = nearestName(code, Object.keys(allCodes));
      const help = nearest === undefined ? 'capiz explain lists all codes' : `did you mean "${nearest}"?`;
      throw new UsageError(`there is no code "${code}"; ${help}`);
    }
    if (isJson) {
      writeJson({ code, ...entry });
      return 0;
    }
    const { bold, dim } = makeColours(terminal.hasColour);
    terminal.out(`${bold(code)} (${entry.severity})\n\n${entry.title}.\n${entry.why}\n\n`);
    terminal.out(`${dim('bad')}   ${indent(entry.bad)}\n${dim('good')}  ${indent(entry.good)}\n`);
    return 0;
  },
};

function explainAt(
  [, path = '', line, column]: readonly string[],
  given: string | undefined,
  terminal: Terminal,
  writeJson: ((report: object) => void) | undefined,
): ExitCode {
  const root = rootOf(terminal, given);
  const files = readProject(root);
  const [file = path] = selectFiles(files, [path], root, terminal.folder);
  const found = explainPlace(files, file, Number(line), Number(column));
  if (found === undefined)
    throw new UsageError(`nothing that has a type stands at ${path}:${line}:${column}`);
  if (writeJson !== undefined) {
    writeJson(found);
    return 0;
  }
  const { bold, dim } = makeColours(terminal.hasColour);
  terminal.out(`${bold(found.source)}: ${found.type}\n`);
  for (const condition of found.seenWhen) terminal.out(`${dim('seen when')}  ${condition}\n`);
  for (const { line: at, column: from } of found.readAt)
    terminal.out(`${dim('read at')}    ${file}:${at}:${from}\n`);
  return 0;
}

function indent(example: string): string {
  return example.replaceAll('\n', '\n      ');
}
