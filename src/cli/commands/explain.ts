import { codes as checkerCodes } from '#renderer/grammar/codes.ts';
import type { CodeEntry } from '#renderer/grammar/codes/entry.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { BRAND_CODES } from '#src/shared/brand/apply-brand.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';

const codes: { readonly [code: string]: CodeEntry } = { ...checkerCodes, ...BRAND_CODES };

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
    const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
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
