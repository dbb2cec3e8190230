import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readMessages } from '#renderer/grammar/messages.ts';
import { readWorld } from '#renderer/grammar/world.ts';
import { loadConfig } from '#src/extensions/config.ts';
import type { Extensions } from '#src/extensions/define.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { rootOf, readProject, ROOT_OPTION } from '../project.ts';
import { watchFiles } from '#src/testing/watch-files.ts';
import { CTRL_C, CTRL_D } from '../keys.ts';
import { writeTypes } from '../types/write-types.ts';

const FILE = 'capiz.types.ts';

export const typesCommand = defineCommand({
  name: 'types',
  usage: '[--out <file>] [--check] [--watch] [--json] [--root <folder>]',
  summary: 'Writes TypeScript types for the definitions',
  examples: [
    'npx capiz types',
    'npx capiz types --check',
    'npx capiz types --out src/generated/capiz.ts --watch',
  ],
  details: `One file of types: for each screen its params, state and data; for each endpoint what is sent and what is read; the
application's session, config and kept values; the props of the project's own components and actions; and the key of every
text. The same declarations give the same bytes; the first line contains their hash. Code that uses an old name or an old
type no longer compiles.`,
  options: {
    '--out <file>': `default: ${FILE} in the project`,
    '--check': 'write nothing; exit with 1 if the file is stale or missing',
    '--watch': 'write again when definitions change, until you press q',
    '--json': 'print {"version":1,"path","isStale","isWritten"}; isStale: it was not up to date',
    ...ROOT_OPTION,
  },
  notes: 'Exit: 0 written, or up to date; 1 with --check: stale or missing; 2 could not run; 130 Ctrl-C.',
  async run({ values, rest }, terminal) {
    if (rest.length > 0)
      throw new UsageError(`unexpected "${rest.join(' ')}": types are always written for the whole project`);
    if (values.check === true && values.watch === true) throw new UsageError('--check looks once');
    const root = rootOf(terminal, values.root);
    const file = values.out === undefined ? join(root, FILE) : resolve(terminal.folder, values.out);
    const path = relative(root, file);
    const isCheck = values.check === true;
    const extensions = (await loadConfig(root)) ?? {};
    const once = (): ExitCode => {
      const text = read(root, extensions);
      const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== text;
      const isWritten = isStale && !isCheck;
      if (isWritten) writeFile(file, text);
      printResult(terminal, values, { path, isStale, isWritten }, isStale ? `${path}\n` : '');
      terminal.err(
        isWritten
          ? `written; next: your compiler. git restore brings the old one back\n`
          : isStale
            ? `${path} is stale: npx capiz types\n`
            : 'nothing to write: up to date\n',
      );
      return isStale && isCheck ? 1 : 0;
    };
    return values.watch === true ? keepWriting(root, once, terminal) : once();
  },
});

async function keepWriting(root: string, once: () => ExitCode, terminal: Terminal): Promise<ExitCode> {
  const { listenToKeys } = terminal;
  if (listenToKeys === undefined) throw new UsageError('--watch needs a terminal to stop it');
  const again = (): void => {
    try {
      once();
    } catch (error) {
      // A definition is often incomplete while it is edited: keep the last valid types.
      if (!(error instanceof UsageError)) throw error;
      terminal.err(`${error.message}\n`);
    }
  };
  const stop = await watchFiles(root, again);
  again();
  terminal.err('q quits\n');
  const key = await new Promise<string>((resolve) => {
    const mute = listenToKeys((pressed) => {
      if (pressed !== 'q' && pressed !== CTRL_C && pressed !== CTRL_D) return;
      mute();
      resolve(pressed);
    });
  });
  await stop();
  return key === CTRL_C ? 130 : 0;
}

/** @throws UsageError if the definitions have errors. */
function read(root: string, extensions: Extensions): string {
  const files = readProject(root);
  const messages = readMessages(files);
  if ('errors' in messages) {
    const [first] = messages.errors;
    throw new UsageError(
      `the definitions have errors: ${first?.file}:${first?.line} ${first?.message ?? ''} See npx capiz check`,
    );
  }
  return writeTypes({ world: readWorld(files).world, messages: messages.messages, extensions });
}
