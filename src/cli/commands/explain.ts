import { codes, findCode } from '#renderer/grammar/codes.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { makeColours } from '../code-frame.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';

export const explainCommand: Command = {
  name: 'explain',
  usage: '[code]',
  summary: 'Says what a problem means, with a bad and a good example',
  details: 'Without a code it lists all of them.\n\nExit: 0 explained, 2 no such code.',
  run(args, terminal) {
    const [code, ...more] = readOptions(args, {}).rest;
    if (code === undefined) {
      for (const [name, entry] of Object.entries(codes)) terminal.out(`${name.padEnd(30)} ${entry.title}\n`);
      return 0;
    }
    if (more.length > 0) throw new UsageError('one code at a time');
    const entry = findCode(code);
    if (entry === undefined) {
      const nearest = nearestName(code, Object.keys(codes));
      const help = nearest === undefined ? 'capiz explain lists all codes' : `did you mean "${nearest}"?`;
      throw new UsageError(`there is no code "${code}"; ${help}`);
    }
    const { bold, dim } = makeColours(terminal.hasColour);
    terminal.out(`${bold(code)} (${entry.severity})\n\n${entry.title}.\n${entry.why}\n\n`);
    terminal.out(`${dim('bad')}   ${indent(entry.bad)}\n${dim('good')}  ${indent(entry.good)}\n`);
    return 0;
  },
};

function indent(example: string): string {
  return example.replaceAll('\n', '\n      ');
}
