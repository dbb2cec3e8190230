import { resolve } from 'node:path';
import { explainPlace } from '#renderer/grammar/explain.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { allCodes } from '../all-codes.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { findProject, readProject, selectFiles } from '../project.ts';

export const explainCommand: Command = {
  name: 'explain',
  usage: '[code | file:line:column]',
  summary: 'Says what a problem means, or the type of an expression',
  details: `With a code: why it is a problem, a bad and a good example. Without one it lists all of them.
With a place of a definition: the type of the smallest expression, or of the value, that stands there.

  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 explained, 2 no such code, or nothing there that has a type.`,
  run(args, terminal) {
    const { values, rest } = readOptions(args, { root: { type: 'string' } });
    const [code, ...more] = rest;
    if (code === undefined) {
      for (const [name, entry] of Object.entries(allCodes))
        terminal.out(`${name.padEnd(30)} ${entry.title}\n`);
      return 0;
    }
    if (more.length > 0) throw new UsageError('one code at a time');
    const place = /^(.+):(\d+):(\d+)$/.exec(code);
    if (place !== null) return explainAt(place, values.root, terminal);
    const entry = Object.hasOwn(allCodes, code) ? allCodes[code] : undefined;
    if (entry === undefined) {
      const nearest = nearestName(code, Object.keys(allCodes));
      const help = nearest === undefined ? 'capiz explain lists all codes' : `did you mean "${nearest}"?`;
      throw new UsageError(`there is no code "${code}"; ${help}`);
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
): ExitCode {
  const root = given === undefined ? findProject(terminal.folder) : resolve(terminal.folder, given);
  const files = readProject(root);
  const [file = path] = selectFiles(files, [path], root, terminal.folder);
  const found = explainPlace(files, file, Number(line), Number(column));
  if (found === undefined)
    throw new UsageError(`nothing that has a type stands at ${path}:${line}:${column}`);
  const { bold } = makeColours(terminal.hasColour);
  terminal.out(`${bold(found.source)}: ${found.type}\n`);
  return 0;
}

function indent(example: string): string {
  return example.replaceAll('\n', '\n      ');
}
