import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplainedElement } from '#renderer/grammar/explain-element.ts';
import { explainPlace } from '#renderer/grammar/explain.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { Seers } from '#src/testing/coverage/who-sees.ts';
import { allCodes } from '../all-codes.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import { rootOf, readProject, selectFiles } from '../project.ts';
import { describePlace, describeSeers } from '../reports/place.ts';

/** Number of the `--json` form. */
const VERSION = 1;

export const explainCommand: Command = {
  name: 'explain',
  usage: '[code | file:line:column] [--static] [--json] [--root <folder>]',
  summary: 'Says what a problem means, or what stands at a place',
  examples: [
    'npx capiz explain',
    'npx capiz explain overlay/no-exit',
    'npx capiz explain screens/order.screen.json:14:20',
  ],
  details: `With a code: why it is a problem, a bad and a good example. Without one it lists all of them.
With a place of a definition: the type of the smallest expression, or of the value, that stands there, and where else the
same path is read; which node, action, data or rule it belongs to, the conditions on its way, what that reads, writes and
calls; and which states and scripts show it, do it, or have the condition come out true or false. They are drawn for that,
in the first language that each speaks.

  --static         draw nothing, and leave out who sees it
  --json           {"version":1,"codes":{…}}, {"version":1,"code","severity","title","why","bad","good"}, or
                   {"version":1,"source","type","seenWhen":[…],"readAt":[{"file","line","column",…}],"element":{…},
                   "seenBy":{"ways":{…},"asked"}}; source and type only where an expression or a value stands
  --root <folder>  the project; default: the nearest folder upwards that has screens/app.json

Exit: 0 explained, 2 no such code, or nothing there of a screen or a part and nothing that has a type.`,
  async run(args, terminal) {
    const { values, rest } = readOptions(args, {
      json: { type: 'boolean' },
      static: { type: 'boolean' },
      root: { type: 'string' },
    });
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
    if (place !== null) {
      const draws = values.static !== true;
      return explainAt(
        place,
        { given: values.root, draws, writeJson: isJson ? writeJson : undefined },
        terminal,
      );
    }
    if (/:\d+$/.test(code)) throw new UsageError('a place is file:line:column, as messages begin');
    const entry = Object.hasOwn(allCodes, code) ? allCodes[code] : undefined;
    if (entry === undefined) {
      const nearest = nearestName(code, Object.keys(allCodes));
      const help = nearest === undefined ? 'npx capiz explain lists all codes' : `did you mean "${nearest}"?`;
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

interface PlaceOptions {
  /** The project's folder, where it was said. */
  readonly given: string | undefined;
  /** Whether the states are drawn to say who sees it. */
  readonly draws: boolean;
  readonly writeJson: ((report: object) => void) | undefined;
}

async function explainAt(
  [, path = '', line, column]: readonly string[],
  { given, draws, writeJson }: PlaceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const root = rootOf(terminal, given);
  const files = readProject(root);
  const [file = path] = selectFiles(files, [path], root, terminal.folder);
  const found = explainPlace(files, file, Number(line), Number(column));
  if (found === undefined)
    throw new UsageError(`nothing that has a type stands at ${path}:${line}:${column}`);
  const colours = makeColours(terminal.hasColour);
  // Drawing takes seconds: what is known without it is said first.
  if (writeJson === undefined) terminal.out(describePlace(found, file, colours));
  const { element } = found;
  const seenBy = draws && element !== undefined ? await drawSeers(root, element) : undefined;
  if (writeJson !== undefined) writeJson({ ...found, ...(seenBy && { seenBy }) });
  else if (seenBy !== undefined && element !== undefined)
    terminal.out(describeSeers(seenBy, element, colours));
  return 0;
}

/** Undefined of a project that has no fixtures to draw it with. */
async function drawSeers(root: string, { place, condition }: ExplainedElement): Promise<Seers | undefined> {
  if (!existsSync(join(root, 'fixtures/scenarios'))) return undefined;
  const { UnsoundProject } = await import('#src/testing/project.ts');
  const { whoSees } = await import('#src/testing/coverage/who-sees.ts');
  try {
    return await whoSees(root, place.file, condition ?? place.pointer);
  } catch (error) {
    if (error instanceof UnsoundProject) throw new UsageError(error.message);
    throw error;
  }
}

function indent(example: string): string {
  return example.replaceAll('\n', '\n      ');
}
