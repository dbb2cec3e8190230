import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplainedElement } from '#renderer/grammar/explain-element.ts';
import { explainPlace } from '#renderer/grammar/explain.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { describePlace } from '#src/assistant/describe-place.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import type { Seers } from '#src/testing/coverage/who-sees.ts';
import { allCodes } from '../all-codes.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { refusing } from '../options.ts';
import { printResult, formatJson } from '../print-result.ts';
import { rootOf, readProject, selectFiles, ROOT_OPTION } from '../project.ts';
import { describeSeers } from '../reports/place.ts';

export const explainCommand = defineCommand({
  name: 'explain',
  usage: '[code | file:line:column] [--static] [--json] [--root <folder>]',
  summary: 'Explains a problem code, or a position in a definition',
  examples: [
    'npx capiz explain',
    'npx capiz explain overlay/no-exit',
    'npx capiz explain screens/order.screen.json:14:20',
  ],
  details: `With a code: why it is a problem, a bad and a good example. Without a code: lists all codes.
With a position in a definition: the type of the smallest expression or value there, and where else the same path is
read; the node, action, data or rule that it belongs to, the conditions that lead to it, and what it reads, writes and
calls; and which states and scripts show it, run it, or make the condition true or false. For this, every state is
rendered in its first language.`,
  options: {
    '--static': 'render nothing, and leave out which states and scripts show it',
    '--json': `{"version":1,"codes":{…}}, {"version":1,"code","severity","title","why","bad","good"}, or
      {"version":1,"source","type","seenWhen":[…],"readAt":[{"file","line","column",…}],"element":{…},
      "seenBy":{"ways":{…},"asked"}}; source and type only if an expression or a value is there`,
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 explained, 2 no such code, or nothing to explain at the position.',
  async run({ values, rest }, terminal) {
    const [code, ...more] = rest;
    if (code === undefined) {
      const lines = Object.entries(allCodes).map(([name, { title }]) => `${name.padEnd(30)} ${title}\n`);
      printResult(terminal, values, { codes: allCodes }, lines.join(''));
      return 0;
    }
    if (more.length > 0) throw new UsageError('one code at a time');
    const place = /^(.+):(\d+):(\d+)$/.exec(code);
    if (place !== null) return explainAt(place, values, terminal);
    if (/:\d+$/.test(code))
      throw new UsageError('a position is file:line:column, as at the start of messages');
    const entry = Object.hasOwn(allCodes, code) ? allCodes[code] : undefined;
    if (entry === undefined) {
      const help = didYouMean(code, Object.keys(allCodes)) ?? 'npx capiz explain lists all codes';
      throw new UsageError(`there is no code "${code}"; ${help}`);
    }
    const { bold, dim } = makeColours(terminal.hasColour);
    const words =
      `${bold(code)} (${entry.severity})\n\n${entry.title}.\n${entry.why}\n\n` +
      `${dim('bad')}   ${indent(entry.bad)}\n${dim('good')}  ${indent(entry.good)}\n`;
    printResult(terminal, values, { code, ...entry }, words);
    return 0;
  },
});

interface PlaceOptions {
  readonly root?: string;
  readonly static?: boolean;
  readonly json?: boolean;
}

async function explainAt(
  [, path = '', line, column]: readonly string[],
  options: PlaceOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const root = rootOf(terminal, options.root);
  const files = readProject(root);
  const [file = path] = selectFiles(files, [path], root, terminal.folder);
  const found = explainPlace(files, file, Number(line), Number(column));
  if (found === undefined) throw new UsageError(`there is nothing with a type at ${path}:${line}:${column}`);
  const colours = makeColours(terminal.hasColour);
  const isJson = options.json === true;
  // Rendering takes seconds, so print the static answer first.
  if (!isJson) terminal.out(describePlace(found, file, colours));
  const { element } = found;
  const seenBy =
    options.static !== true && element !== undefined ? await drawSeers(root, element) : undefined;
  if (isJson) terminal.out(formatJson({ ...found, ...(seenBy && { seenBy }) }));
  else if (seenBy !== undefined && element !== undefined)
    terminal.out(describeSeers(seenBy, element, colours));
  return 0;
}

/** Undefined if the project has no fixtures to render it with. */
async function drawSeers(root: string, { place, condition }: ExplainedElement): Promise<Seers | undefined> {
  if (!existsSync(join(root, 'fixtures/scenarios'))) return undefined;
  const { UnsoundProject } = await import('#src/testing/project.ts');
  const { whoSees } = await import('#src/testing/coverage/who-sees.ts');
  return refusing([UnsoundProject], () => whoSees(root, place.file, condition ?? place.pointer));
}

function indent(example: string): string {
  return example.replaceAll('\n', '\n      ');
}
